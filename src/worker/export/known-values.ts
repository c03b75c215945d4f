/** The values that the rules find in a subject: what is secret at one place is secret wherever else it stands in it. */
import { SecretValues, type Repeats } from '../../analysis/secrets/repeats';
import { findingsIn } from '../../analysis/secrets/secrets';
import type { ExportSubject } from './protocol';
import type { Report } from './serve';
import { textsOf } from './subject';

export async function repeatsIn(subject: ExportSubject, report: Report): Promise<Repeats | null> {
  const values = new SecretValues();
  for await (const { text } of textsOf(subject, report)) {
    for (const finding of findingsIn(text)) values.add(finding);
  }
  return values.repeats();
}
