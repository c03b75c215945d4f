/** Looks through everything that an export would hold, and changes nothing. */
import type { Repeats, SecretValues } from '../../analysis/secrets/repeats';
import { findingsIn } from '../../analysis/secrets/secrets';
import { valuesBehind } from './known-values';
import { Listing } from './listing';
import { LISTED_OF_A_KIND, type ExportSubject, type Review } from './protocol';
import type { Report } from './serve';
import { textsOf } from './subject';

/** Once where nothing is found; else again, for every other place of what was found. */
export async function reviewExport(subject: ExportSubject, report: Report): Promise<Review> {
  const values = await valuesBehind(subject, report);
  const review = await lookThrough(subject, report, values, null);
  const repeats = values.repeats();
  return repeats === null ? review : await lookThrough(subject, report, values, repeats);
}

async function lookThrough(
  subject: ExportSubject,
  report: Report,
  values: SecretValues,
  repeats: Repeats | null,
): Promise<Review> {
  const listing = new Listing(LISTED_OF_A_KIND);
  let id = 0;
  let records = 0;
  let bytes = 0;
  let uncut = false;
  let secrets = 0;
  let recordsWithSecrets = 0;
  for await (const { index, line, text, isRecord, uncut: whole } of textsOf(subject, report)) {
    if (isRecord) records += 1;
    bytes += text.length + 1;
    uncut ||= whole;
    const before = secrets;
    for (const finding of findingsIn(text, { contacts: true, repeats })) {
      if (repeats === null) values.add(finding);
      // What is only told of together with another place is none of the rules' own.
      if (finding.severity !== 'low' && finding.kind !== 'repeated-value') secrets += 1;
      listing.add(finding, id, index, line);
      id += 1;
    }
    if (secrets > before) recordsWithSecrets += 1;
  }
  return {
    findings: await listing.listed(),
    counts: listing.counts(),
    records,
    secrets,
    recordsWithSecrets,
    bytes,
    uncut,
  };
}
