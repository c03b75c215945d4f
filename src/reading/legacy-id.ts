/**
 * Ids of flat rows, which have none of their own: the example and the line. A reader of one byte range knows lines only
 * relative to its beginning, so an id can be numbered again when the range's place is known.
 */
export function legacyId(example: string, line: number): string {
  return `${example}#${line}`;
}

export function renumberedLegacyId(id: string, line: number): string {
  return legacyId(id.slice(0, Math.max(0, id.lastIndexOf('#'))), line);
}
