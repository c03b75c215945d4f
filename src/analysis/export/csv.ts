/** Rows as CSV by RFC 4180, safe to open in a spreadsheet. It refuses to know what the columns mean. */

/** Null is an empty cell: unknown is not zero. */
export type Cell = string | number | null;

/** Begins like a formula; a text that does gets an apostrophe, as spreadsheets themselves write it. */
const FORMULA = /^\s*[=+\-@]|^[\t\r]/;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  // A number is written by us and can be no formula.
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
