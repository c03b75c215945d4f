/** How many secrets a file holds, in one line for people; where they are is said by `--json`. It never sees a value. */
import type { SecretSeverity } from '../analysis/secrets/rules';
import type { SecretReport } from '../analysis/secrets/secrets';
import { countText } from './figures';

const GRAVE: readonly SecretSeverity[] = ['critical', 'high', 'medium'];

/** Of one file, record by record. */
export class SecretCounts {
  readonly #counts = new Map<SecretSeverity, number>();
  #records = 0;

  add(secrets: readonly SecretReport[]): void {
    if (secrets.some(({ severity }) => severity !== 'low')) this.#records += 1;
    for (const { severity } of secrets) this.#counts.set(severity, (this.#counts.get(severity) ?? 0) + 1);
  }

  /** Empty where there is nothing graver than a path. Records that could not be read were not looked through either. */
  text(skipped: number): string {
    const unsearched =
      skipped === 0
        ? ''
        : `not looked for in ${skipped === 1 ? 'the record that was' : `the ${countText(skipped)} records that were`} skipped`;
    if (this.#records === 0) return unsearched === '' ? '' : `secrets: ${unsearched}\n`;
    const counts = GRAVE.flatMap((severity) => {
      const count = this.#counts.get(severity) ?? 0;
      return count === 0 ? [] : [`${countText(count)} ${severity}`];
    });
    const where = this.#records === 1 ? '1 record' : `${countText(this.#records)} records`;
    const rest = unsearched === '' ? '' : `; ${unsearched}`;
    return `secrets in ${where}: ${counts.join(', ')} (where: --json)${rest}\n`;
  }
}
