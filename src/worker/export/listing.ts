/** Findings as the page may see them: counted by kind, some of each listed, with marks that are salted anew each time. */
import type { FindingKind } from '../../analysis/secrets/rules';
import { FINDING_KINDS } from '../../analysis/secrets/rules';
import type { Finding } from '../../analysis/secrets/secrets';
import { hexOf, sha256 } from '../../analysis/sha256';
import type { KindCount, ListedFinding } from './protocol';

interface Waiting {
  readonly finding: Omit<ListedFinding, 'mark'>;
  readonly value: string;
}

const MARK = 6;

export class Listing {
  readonly #mostOfAKind: number;
  readonly #counts = new Map<FindingKind, number>();
  readonly #waiting: Waiting[] = [];

  constructor(mostOfAKind: number) {
    this.#mostOfAKind = mostOfAKind;
  }

  add(finding: Finding, id: number, record: number, line: number): void {
    const { kind, severity, path, length, spans } = finding;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > this.#mostOfAKind) return;
    const times = finding.value === '' ? 1 : spans.length;
    const before = detached(finding.before);
    const after = detached(finding.after);
    const value = detached(finding.value);
    this.#waiting.push({
      finding: { id, kind, severity, record, line, path, length, before, after, times },
      value,
    });
  }

  counts(): readonly KindCount[] {
    return FINDING_KINDS.flatMap((kind) => {
      const count = this.#counts.get(kind) ?? 0;
      return count === 0 ? [] : [{ kind, count }];
    });
  }

  async listed(): Promise<readonly ListedFinding[]> {
    const salt = hexOf(crypto.getRandomValues(new Uint8Array(16)));
    const digests = await sha256(this.#waiting.map(({ value }) => salt + value));
    return this.#waiting.map(({ finding, value }, index) => {
      const digest = digests[index];
      const mark = value === '' || digest === undefined ? '' : hexOf(digest).slice(0, MARK);
      return { ...finding, mark };
    });
  }
}

/** A copy: a piece of a text keeps all of the text alive, and records are large. */
function detached(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : text;
}
