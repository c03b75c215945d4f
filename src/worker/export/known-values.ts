/** The values that the rules find in a subject: what is secret at one place is secret wherever else it stands in it. */
import { SecretValues, type Repeats } from '../../analysis/secrets/repeats';
import { findingsIn } from '../../analysis/secrets/secrets';
import type { ExportSubject } from './protocol';
import type { Report } from './serve';
import { textsOf } from './subject';

export async function repeatsIn(subject: ExportSubject, report: Report): Promise<Repeats | null> {
  const values = await valuesBehind(subject, report);
  await addAll(values, subject, report);
  return values.repeats();
}

/** Those of the records that it was made of, where it is not the records themselves. */
export async function valuesBehind(subject: ExportSubject, report: Report): Promise<SecretValues> {
  const values = new SecretValues();
  if (subject.kind !== 'records' && subject.of !== undefined) await addAll(values, subject.of, report);
  return values;
}

async function addAll(values: SecretValues, subject: ExportSubject, report: Report): Promise<void> {
  for await (const { text } of textsOf(subject, report)) {
    for (const finding of findingsIn(text)) values.add(finding);
  }
}
