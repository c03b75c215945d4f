/** Findings of one file gathered by code: how many, and where the first few are. */
import { shownPointer } from '../analysis/secrets/shown-key';
import type { Diagnostic, DiagnosticCode, Severity } from '../model/diagnostic';
import { CATALOGUE, DIAGNOSTICS_OF_ONE_CODE } from '../model/diagnostic';
import { countText } from './figures';
import { plain } from './plain-text';

/** Places shown of each code; the report has the rest. */
const EXAMPLES = 3;
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

interface Gathered {
  count: number;
  readonly examples: string[];
}

export class FindingsByCode {
  readonly #codes = new Map<DiagnosticCode, Gathered>();

  /** `base` is where the paths of these findings begin inside the record. */
  add(findings: readonly Diagnostic[], base: string): void {
    for (const finding of findings) {
      const known = this.#codes.get(finding.code);
      const gathered = known ?? { count: 0, examples: [] };
      if (known === undefined) this.#codes.set(finding.code, gathered);
      gathered.count += finding.count === undefined ? 1 : finding.count - DIAGNOSTICS_OF_ONE_CODE;
      if (gathered.examples.length < EXAMPLES) gathered.examples.push(exampleText(finding, base));
    }
  }

  text(): string {
    let text = '';
    for (const severity of SEVERITIES) {
      for (const code of [...this.#codes.keys()].sort()) {
        const gathered = this.#codes.get(code);
        if (gathered !== undefined && CATALOGUE[code][0] === severity) text += codeText(code, gathered);
      }
    }
    return text;
  }
}

function codeText(code: DiagnosticCode, { count, examples }: Gathered): string {
  const [severity, meaning] = CATALOGUE[code];
  const rest = count - examples.length;
  const lines = [
    `  ${severity.padEnd(7)}  ${code} × ${countText(count)}  ${meaning}`,
    ...examples.map((example) => `    ${example}`),
    ...(rest > 0 ? [`    and ${countText(rest)} more; --json lists them`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function exampleText({ record, byte, path, message }: Diagnostic, base: string): string {
  const inside = shownPointer(base + (path ?? ''));
  const place = [
    ...(record === null ? [] : [`record ${record}`]),
    ...(byte === null ? [] : [`byte ${byte}`]),
    ...(inside === '' ? [] : [inside]),
  ].join(', ');
  return plain(place === '' ? message : `${place}: ${message}`);
}
