/** The analysis report of an exported file: what the command line says of the very bytes that the JSON Lines would be. */
import { ReportText } from '../../analysis/report-stream';
import { secretReports } from '../../analysis/secrets/secrets';
import { sha256OfBytes } from '../../analysis/sha256';
import type { JsonObject } from '../../model/json';
import { BLOCK_BYTES, digestOfBlocks } from '../../reading/block-digest';
import { readFile } from '../../reading/file';
import { readLegacyMetadata } from '../../reading/legacy-metadata';
import { blobSource } from '../../reading/source';
import { Pieces } from './pieces';

/** `scan` is told each episode's part of the report. */
export async function writeReport(
  name: string,
  lines: Blob,
  metadata: JsonObject | null,
  scan: (text: string, line: number) => void,
): Promise<Blob> {
  const text = new ReportText();
  const pieces = new Pieces();
  pieces.add(text.head());
  pieces.add(text.openFile());
  const legacy = metadata === null ? null : readLegacyMetadata(metadata);
  const events = readFile(blobSource(name, lines), { metadata: legacy, tokens: 'keep' });
  let step = await events.next();
  while (step.done !== true) {
    const event = step.value;
    if (event.kind === 'record' && event.reading.kind === 'episode') {
      const { line, byte, reading } = event;
      const piece = await text.episode(
        reading.episode,
        { line, byte },
        undefined,
        secretReports(event.text()),
      );
      scan(piece.replace(/^,?\n/, ''), line);
      pieces.add(piece);
    }
    step = await events.next();
  }
  pieces.add(text.closeFile({ name, bytes: lines.size, digest: await digestOf(lines), ...step.value }));
  pieces.add(text.tail());
  return pieces.join('application/json');
}

async function digestOf(file: Blob): Promise<string> {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < file.size; at += BLOCK_BYTES) {
    const block = await file.slice(at, at + BLOCK_BYTES).arrayBuffer();
    blocks.push(await sha256OfBytes(new Uint8Array(block)));
  }
  return await digestOfBlocks(blocks, sha256OfBytes);
}
