/** What is said about payloads that are found: refusals with their field, generations by name, and that a runtime is there at all. */
import type { DiagnosticCode } from '../../model/diagnostic';
import type { JsonObject, JsonPointer } from '../../model/json';
import type { FoundPayload } from '../../model/payload';
import { unreachable } from '../../model/unreachable';
import type { Spot } from '../spot';
import { payloadsIn } from './find';

interface PayloadFinding {
  readonly code: DiagnosticCode;
  readonly path: JsonPointer;
  readonly message: string;
}

/** Nothing of a payload's values is in a message. */
export function payloadFindings({
  contract,
  path,
  isInText,
  reading,
}: FoundPayload): readonly PayloadFinding[] {
  switch (reading.kind) {
    case 'session':
    case 'contract':
      return [];
    case 'runtime': {
      const fields = reading.runtime.withheld.join(', ');
      const message = `${contract} is in the file (${reading.generation}); withheld: ${fields}.`;
      return [{ code: 'runtime-in-file', path, message }];
    }
    case 'named': {
      const message = `${contract} (${reading.generation}): ${reading.meaning} It is not read.`;
      return [{ code: 'payload-named', path, message }];
    }
    case 'refused':
      return reading.problems.map(({ pointer, expected }) => {
        const field = pointer === '' ? 'the payload itself' : pointer;
        const message = `${contract} is refused: ${field}: expected ${expected}.`;
        // Inside a text there is no place to point at but the text.
        return { code: 'payload-refused', path: isInText ? path : path + pointer, message };
      });
    default:
      return unreachable(reading);
  }
}

const NOTHING: readonly FoundPayload[] = [];

/** Inside `info`, with what is to be said about them; paths are inside the trace. */
export function readInfoPayloads(info: JsonObject, spot: Spot): readonly FoundPayload[] {
  if (Object.keys(info).length === 0) return NOTHING;
  const found = payloadsIn(info).map((payload) => ({ ...payload, path: `/info${payload.path}` }));
  for (const payload of found) {
    for (const { code, path, message } of payloadFindings(payload)) spot.at(path).note(code, null, message);
  }
  return found;
}
