/**
 * Decompresses a stream of zstd frames, skippable ones among them, checking their checksums (RFC 8878). What a damaged
 * frame held before its damage is given; memory is bounded by the window, which is bounded itself. Dictionaries are not
 * supported.
 */
import { ByteInput } from './byte-input';
import { Damage, damaged } from './decompression';
import type { Report } from './decompression';
import { Blocks } from './zstd/blocks';
import { ContentChecksum } from './zstd/checksum';
import {
  BLOCK_HEADER,
  isSkippableMagic,
  LONGEST_HEADER,
  readBlockHeader,
  readFrameHeader,
  ZSTD_MAGIC,
} from './zstd/frame';
import type { BlockHeader, FrameHeader } from './zstd/frame';

/** Blocks are handed on together, for a chunk costs something wherever it goes. */
const CHUNK_BYTES = 1024 * 1024;

type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>;

export async function* unzstd(chunks: AsyncIterable<Uint8Array>, report: Report): Chunks {
  const decoder = new FrameDecoder(new ByteInput(chunks));
  while (await decoder.more()) {
    const { start } = decoder;
    try {
      yield* decoder.frame();
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      yield* decoder.pending();
      report(damaged(`The zstd frame at byte ${start} is damaged: ${error.message}`, decoder.start));
      return;
    }
  }
}

class FrameDecoder {
  readonly #input: ByteInput;
  readonly #blocks = new Blocks();
  readonly #checksum = new ContentChecksum();
  /** Bytes of the present frame's content that have been handed on. */
  #given = 0;

  constructor(input: ByteInput) {
    this.#input = input;
  }

  /** Where in the compressed data the frame or block begins that comes next. */
  get start(): number {
    return this.#input.at;
  }

  more(): Promise<boolean> {
    return this.#input.has(1);
  }

  /** Throws `Damage`. */
  async *frame(): Chunks {
    const input = this.#input;
    const magic = (await input.has(4)) ? input.word(0) : null;
    if (magic === null) throw new Damage('it is cut short');
    if (isSkippableMagic(magic)) return this.#skip();
    if (magic !== ZSTD_MAGIC) throw new Damage('it is no zstd frame');
    await input.has(LONGEST_HEADER);
    const header = readFrameHeader(input.held);
    if (typeof header === 'string') throw new Damage(header);
    await input.skip(header.length);
    yield* this.#content(header);
    await this.#end(header);
  }

  /** What was decompressed and not handed on. */
  *pending(): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
    const { content } = this.#blocks;
    if (content.pending === 0) return;
    const chunk = content.take();
    this.#given += chunk.length;
    yield chunk;
  }

  async #skip(): Promise<void> {
    const whole = (await this.#input.has(8)) && (await this.#input.skip(8 + this.#input.word(4)));
    if (!whole) throw new Damage('it is skippable and cut short');
  }

  async *#content({ windowSize, contentSize, checksum }: FrameHeader): Chunks {
    const { content } = this.#blocks;
    this.#blocks.begin(windowSize, contentSize);
    this.#checksum.reset();
    this.#given = 0;
    for (let last = false; !last;) {
      const block = (await this.#input.has(BLOCK_HEADER)) ? readBlockHeader(this.#input.held) : null;
      if (typeof block === 'string') throw new Damage(block);
      if (block === null || !(await this.#input.has(BLOCK_HEADER + block.length))) {
        throw new Damage('it is cut short');
      }
      const before = content.pending;
      this.#decode(block);
      if (contentSize !== null && this.#given + content.pending > contentSize) {
        throw new Damage(`it holds more than the ${contentSize} bytes it names`);
      }
      if (checksum)
        this.#checksum.push(content.bytes.subarray(content.end - content.pending + before, content.end));
      await this.#input.skip(BLOCK_HEADER + block.length);
      last = block.last;
      if (last || content.pending >= CHUNK_BYTES) yield* this.pending();
    }
  }

  #decode({ kind, length, size }: BlockHeader): void {
    const data = this.#input.held.subarray(BLOCK_HEADER, BLOCK_HEADER + length);
    if (kind === 'stored') this.#blocks.stored(data);
    else if (kind === 'repeated') this.#blocks.repeated(data[0] ?? 0, size);
    else this.#blocks.compressed(data);
  }

  async #end({ contentSize, checksum }: FrameHeader): Promise<void> {
    if (contentSize !== null && this.#given !== contentSize) {
      throw new Damage(`it holds ${this.#given} bytes, not the ${contentSize} it names`);
    }
    if (!checksum) return;
    if (!(await this.#input.has(4))) throw new Damage('it is cut short');
    if (this.#input.word(0) !== this.#checksum.value)
      throw new Damage('its content does not match its checksum');
    await this.#input.skip(4);
  }
}
