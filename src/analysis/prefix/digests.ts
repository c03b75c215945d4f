/**
 * Every message and every tool list digested once, in batches, and the digests turned into small numbers that are equal
 * exactly when the digests are: from then on nothing is hashed again. It refuses to know paths and calls.
 */
import type { Tool, Trace } from '../../model/episode';
import { hexOf, sha256 } from '../sha256';
import { isOpaque, messageFormText, messageText } from './message-text';
import { Numbering } from './numbering';
import { toolText } from './tool-text';

export interface Digests {
  /** By node: equal digests, equal numbers. */
  readonly messages: Int32Array;
  /** The same under equal forms: a single text part is the text, no content is the empty one. */
  readonly forms: Int32Array;
  readonly opaque: Uint8Array;
  /** Of each tool of a list, in its order. */
  readonly tools: ReadonlyMap<readonly Tool[], readonly number[]>;
  /** `sha256:` and 64 hexadecimal digits. */
  readonly digestOf: (number: number) => string;
}

export async function digestsOf(trace: Trace, lists: Iterable<readonly Tool[]>): Promise<Digests> {
  const size = trace.nodes.length;
  const messages = new Int32Array(size);
  const forms = new Int32Array(size);
  const opaque = new Uint8Array(size);
  const batch = new Batch();
  for (const [index, node] of trace.nodes.entries()) {
    const formText = messageFormText(node.message);
    opaque[index] = isOpaque(node) ? 1 : 0;
    batch.add(messageText(node.message), (number) => {
      messages[index] = number;
      if (formText === null) forms[index] = number;
    });
    if (formText !== null) batch.add(formText, (number) => (forms[index] = number));
    if (batch.isFull) await batch.digest();
  }
  const tools = new Map<readonly Tool[], number[]>();
  for (const list of lists) {
    if (tools.has(list)) continue;
    const numbers: number[] = [];
    tools.set(list, numbers);
    for (const [index, tool] of list.entries()) {
      batch.add(toolText(tool), (number) => (numbers[index] = number));
      if (batch.isFull) await batch.digest();
    }
  }
  await batch.digest();
  return { messages, forms, opaque, tools, digestOf: (number) => batch.digestOf(number) };
}

const BATCH_TEXTS = 256;
/** UTF-16 units, so that a batch of long messages does not hold them all twice. */
const BATCH_UNITS = 8 * 1024 * 1024;

class Batch {
  readonly #numbering = new Numbering<string>();
  readonly #digests: string[] = [''];
  #texts: string[] = [];
  #takers: ((number: number) => void)[] = [];
  #units = 0;

  get isFull(): boolean {
    return this.#texts.length >= BATCH_TEXTS || this.#units >= BATCH_UNITS;
  }

  add(text: string, take: (number: number) => void): void {
    this.#texts.push(text);
    this.#takers.push(take);
    this.#units += text.length;
  }

  async digest(): Promise<void> {
    const texts = this.#texts;
    const takers = this.#takers;
    this.#texts = [];
    this.#takers = [];
    this.#units = 0;
    const digests = await sha256(texts);
    for (const [index, take] of takers.entries()) {
      const hex = hexOf(digests[index] ?? new Uint8Array());
      const number = this.#numbering.of(hex);
      this.#digests[number] = hex;
      take(number);
    }
  }

  digestOf(number: number): string {
    return `sha256:${this.#digests[number] ?? ''}`;
  }
}
