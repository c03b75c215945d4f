/** Looks through everything that an export would hold, and changes nothing. */
import { findingsIn } from '../../analysis/secrets/secrets';
import { Listing } from './listing';
import { LISTED_OF_A_KIND, type ExportSubject, type Review } from './protocol';
import type { Report } from './serve';
import { textsOf } from './subject';

export async function reviewExport(subject: ExportSubject, report: Report): Promise<Review> {
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
    for (const finding of findingsIn(text, { contacts: true })) {
      if (finding.severity !== 'low') secrets += 1;
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
