/**
 * Decompresses a stream of zstd frames, skippable ones among them. The only file that knows fzstd, which is loaded when
 * first needed. fzstd does not verify checksums, so a frame that carries one is reported.
 */
import type * as Fzstd from 'fzstd';
import { diagnostic } from '../model/diagnostic';
import { damaged, reasonOf } from './decompression';
import type { Report } from './decompression';
import { ByteInput } from './byte-input';
import { isSmall, isSkippableMagic, readFrameHeader, walkBlock, ZSTD_MAGIC } from './zstd-frame';
import type { FrameHeader } from './zstd-frame';

type Library = Pick<typeof Fzstd, 'decompress' | 'Decompress'>;

export async function* unzstd(
  chunks: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const library = await import('fzstd');
  const input = new ByteInput(chunks);
  let checksums = false;
  while (await input.has(1)) {
    const magic = (await input.has(4)) ? input.word(0) : 0;
    if (isSkippableMagic(magic)) {
      if ((await input.has(8)) && (await input.skip(8 + input.word(4)))) continue;
      report(damaged('The zstd data ends inside a skippable frame', input.at));
      return;
    }
    await input.has(LONGEST_HEADER);
    const header = magic === ZSTD_MAGIC ? readFrameHeader(input.held) : 'not a zstd frame';
    if (typeof header === 'string') {
      report(damaged(`The zstd data is damaged: ${header}`, input.at));
      return;
    }
    if (header.checksum && !checksums) {
      checksums = true;
      report(diagnostic('checksum-not-verified', {}, 'Checksums in the zstd data were not verified.'));
    }
    const whole = isSmall(header) ? wholeFrame(library, input, header) : blockByBlock(library, input, header);
    const damage = yield* whole;
    if (damage !== null) {
      report(damaged(`The zstd data is damaged: ${damage}`, input.at));
      return;
    }
  }
}

const LONGEST_HEADER = 18;

/** What is wrong with the frame, or null. */
type Frame = AsyncGenerator<Uint8Array<ArrayBuffer>, string | null, undefined>;

/** A small frame of known size is decompressed at once, which spares moving the window with each block. */
async function* wholeFrame(library: Library, input: ByteInput, header: FrameHeader): Frame {
  let length = header.length;
  for (let last = false; !last;) {
    const block = (await input.has(length + 3)) ? walkBlock(input.held, length) : null;
    if (block === null || block === 'reserved' || !(await input.has(length + block.length))) {
      return yield* blockByBlock(library, input, header);
    }
    length += block.length;
    last = block.last;
  }
  if (header.checksum) length += 4;
  const content = (await input.has(length))
    ? wholeContent(library, input.held.subarray(0, length), header)
    : null;
  if (content === null) return yield* blockByBlock(library, input, header);
  await input.skip(length);
  yield content;
  return null;
}

/**
 * Null where the frame is damaged, or seems to hold less than it names: what was not written is left 0, in which no JSON
 * ends. Block by block finds out. (Not into a buffer of ours: the library compares that with a number, which spells it out.)
 */
function wholeContent(
  library: Library,
  frame: Uint8Array,
  { contentSize }: FrameHeader,
): Uint8Array<ArrayBuffer> | null {
  try {
    const content = library.decompress(frame);
    return content.length === contentSize && content.at(-1) !== 0 ? owned(content) : null;
  } catch {
    return null;
  }
}

/** A frame of any size, with what stands before damage. */
async function* blockByBlock(library: Library, input: ByteInput, header: FrameHeader): Frame {
  const output: Uint8Array<ArrayBuffer>[] = [];
  const decoder = new library.Decompress((data) => {
    if (data.length > 0) output.push(owned(data));
  });
  let size = 0;
  for (let at = header.length, last = false; !last; at = 0) {
    const block = (await input.has(at + 3)) ? walkBlock(input.held, at) : null;
    if (block === 'reserved') return 'a block of unknown kind';
    if (block === null || !(await input.has(at + block.length))) return 'it ends inside a frame';
    last = block.last;
    const length = at + block.length;
    const checksum = last && header.checksum ? 4 : 0;
    const ended = last && (await input.has(length + checksum));
    try {
      decoder.push(input.held.slice(0, ended ? length + checksum : length), ended);
    } catch (error) {
      return reasonOf(error);
    }
    for (const data of output) size += data.length;
    yield* output.splice(0);
    if (last && !ended) return 'it ends inside a frame';
    await input.skip(length + checksum);
  }
  if (header.contentSize !== null && header.contentSize !== size) {
    return `a frame holds ${size} bytes, not the ${header.contentSize} it names`;
  }
  return null;
}

function owned(data: Uint8Array): Uint8Array<ArrayBuffer> {
  return isOwned(data) ? data : new Uint8Array(data);
}

function isOwned(data: Uint8Array): data is Uint8Array<ArrayBuffer> {
  return data.buffer instanceof ArrayBuffer;
}
