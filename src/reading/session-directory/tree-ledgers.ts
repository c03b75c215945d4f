/** What the ledgers of a directory say of its sessions: parents and requests. It refuses to fold them into edges. */
import type { RequestId } from '../../model/ids';
import { ledgerEvent } from '../ledger';
import type { Spot } from '../spot';
import type { Bundle } from './bundle';

interface Ledgers {
  /** Of each session its parent. */
  readonly parents: ReadonlyMap<string, string>;
  readonly requests: ReadonlyMap<string, readonly RequestId[]>;
}

/** Each up to its first damaged line: what follows cannot be trusted. */
export function readLedgers({ files }: Bundle, spot: Spot): Ledgers {
  const parents = new Map<string, string>();
  const requests = new Map<string, RequestId[]>();
  for (const { part, lines, folder, file, unterminated } of files) {
    if (part !== 'ledger') continue;
    for (const [index, line] of lines.entries()) {
      if (line === '' || line === null) continue;
      if (typeof line === 'string') {
        if (unterminated && index === lines.length - 1) break;
        const name = folder === '' ? file : `${folder}/${file}`;
        spot.note(
          'ledger-stopped',
          null,
          `${name} is corrupt at line ${index + 1}; what follows is not trusted.`,
        );
        break;
      }
      const event = ledgerEvent(line);
      if (typeof event === 'string') continue;
      if (event.kind === 'session_registered' && event.parent !== null && !parents.has(event.session)) {
        parents.set(event.session, event.parent);
      }
      if (event.kind !== 'request_started') continue;
      const known = requests.get(event.session);
      if (known === undefined) requests.set(event.session, [event.request]);
      else known.push(event.request);
    }
  }
  return { parents, requests };
}
