/**
 * One trace, or one branch of it, cut out of the bytes of its record: everything that stays is the same bytes, only indexes
 * that counted what is gone are written anew. It refuses to know JSON as values: numbers keep their spelling.
 */
import { decodeLiteral } from '../../analysis/secrets/literals';
import type { NodeIndex } from '../../model/ids';
import type { JsonPointer } from '../../model/json';
import { locate, walkEntries, type EntrySpan, type Span } from '../episode/json-bytes';

/** Figures that their writer derived from what is no longer all there. */
const DERIVED = new Set(['num_input_tokens', 'num_output_tokens', 'num_total_tokens']);

interface Edit extends Span {
  readonly text: string;
}

export interface TraceCut {
  /** Of the trace in its record. */
  readonly path: JsonPointer;
  /** Of the branch; null for the whole trace. */
  readonly nodes: readonly NodeIndex[] | null;
}

/** Whether a trace is written as a graph of nodes under its path: other forms are exported as they are. */
export function canCut(bytes: Uint8Array, { path }: TraceCut): boolean {
  if (path !== '' && !/\/traces\/\d+$/.test(path)) return false;
  const nodes = locate(bytes, `${path}/nodes`);
  return nodes.exact && nodes.value.kind === 'array';
}

/** The episode with that trace alone, as UTF-8. */
export function cutTrace(bytes: Uint8Array, { path, nodes }: TraceCut): Uint8Array {
  const episodePath = path.replace(/\/traces\/\d+$/, '');
  const episode = locate(bytes, episodePath).value;
  const trace = locate(bytes, path).value;
  const edits: Edit[] = [];
  if (path !== '') {
    const traces = locate(bytes, `${episodePath}/traces`).value;
    const all = entriesOf(bytes, traces);
    edits.push(
      ...keepOnly(
        all,
        all.filter(({ value }) => value.start === trace.start),
        traces,
      ),
    );
    if (all.length > 1 || nodes !== null) edits.push(...withoutDerived(bytes, episode));
  }
  if (nodes !== null) edits.push(...branchEdits(bytes, trace, nodes));
  return applied(bytes, episode, edits);
}

function branchEdits(bytes: Uint8Array, trace: Span, kept: readonly NodeIndex[]): readonly Edit[] {
  const edits = [...withoutDerived(bytes, trace)];
  const anew = new Map<number, number>([...kept].sort((a, b) => a - b).map((old, index) => [old, index]));
  for (const member of entriesOf(bytes, trace)) {
    const name = nameOf(bytes, member);
    if (name === 'nodes') {
      const all = entriesOf(bytes, member.value);
      const rest = all.filter(({ index }) => anew.has(index));
      edits.push(...keepOnly(all, rest, member.value));
      for (const node of rest) edits.push(...nodeEdits(bytes, node.value, anew));
    } else if (name === 'calls') {
      const all = entriesOf(bytes, member.value);
      const rest = all.filter((call) => indexIn(bytes, call.value, 'node', anew) !== null);
      edits.push(...keepOnly(all, rest, member.value));
      for (const call of rest) edits.push(...renumber(bytes, call.value, 'node', anew));
    }
  }
  return edits;
}

function nodeEdits(bytes: Uint8Array, node: Span, anew: ReadonlyMap<number, number>): readonly Edit[] {
  const edits = [...renumber(bytes, node, 'parent', anew)];
  const links = entriesOf(bytes, node).find((entry) => nameOf(bytes, entry) === 'semantic_parents');
  if (links?.value.kind !== 'array') return edits;
  const all = entriesOf(bytes, links.value);
  const rest = all.filter(
    (link) => link.value.kind !== 'object' || indexIn(bytes, link.value, 'node', anew) !== null,
  );
  edits.push(...keepOnly(all, rest, links.value));
  for (const link of rest) edits.push(...renumber(bytes, link.value, 'node', anew));
  return edits;
}

/** An index that leads out of what is left leads nowhere: null. */
function renumber(
  bytes: Uint8Array,
  object: Span,
  name: string,
  anew: ReadonlyMap<number, number>,
): readonly Edit[] {
  return entriesOf(bytes, object)
    .filter((entry) => nameOf(bytes, entry) === name && entry.value.kind !== 'literal')
    .map(({ value: { start, end } }) => {
      const index = anew.get(numberAt(bytes, { start, end }));
      return { start, end, text: index === undefined ? 'null' : String(index) };
    });
}

function indexIn(
  bytes: Uint8Array,
  object: Span,
  name: string,
  anew: ReadonlyMap<number, number>,
): number | null {
  const entry = entriesOf(bytes, object).findLast((one) => nameOf(bytes, one) === name);
  if (entry?.value.kind !== 'number') return null;
  return anew.get(numberAt(bytes, entry.value)) ?? null;
}

function withoutDerived(bytes: Uint8Array, object: Span): readonly Edit[] {
  const all = entriesOf(bytes, object);
  return keepOnly(
    all,
    all.filter((entry) => !DERIVED.has(nameOf(bytes, entry) ?? '')),
    object,
  );
}

/** Takes entries out of a container, with the commas that stood between. */
function keepOnly(all: readonly EntrySpan[], rest: readonly EntrySpan[], container: Span): readonly Edit[] {
  if (rest.length === all.length) return [];
  const edits: Edit[] = [];
  let before: EntrySpan | null = null;
  for (const entry of rest) {
    const start: number = before === null ? container.start + 1 : before.value.end;
    const isNext = before === null ? entry.index === 0 : entry.index === before.index + 1;
    if (!isNext) edits.push({ start, end: startOf(entry), text: before === null ? '' : ',' });
    before = entry;
  }
  const start = before === null ? container.start + 1 : before.value.end;
  if (before === null || before.index + 1 < all.length)
    edits.push({ start, end: container.end - 1, text: '' });
  return edits;
}

function startOf({ key, value }: EntrySpan): number {
  return key?.start ?? value.start;
}

function entriesOf(bytes: Uint8Array, { start }: Span): readonly EntrySpan[] {
  const first = bytes[start];
  if (first !== 0x5b && first !== 0x7b) return [];
  const entries: EntrySpan[] = [];
  walkEntries(bytes, start, (entry) => {
    entries.push(entry);
    return true;
  });
  return entries;
}

/** Names that matter here are short, also where each letter is an escape. */
function nameOf(bytes: Uint8Array, { key }: EntrySpan): string | null {
  if (key === null || key.end - key.start > 128) return null;
  const written = String.fromCharCode(...bytes.subarray(key.start + 1, key.end - 1));
  return written.includes('\\') ? decodeLiteral(written, 0, written.length) : written;
}

function numberAt(bytes: Uint8Array, { start, end }: Span): number {
  return Number(String.fromCharCode(...bytes.subarray(start, Math.min(end, start + 32))));
}

function applied(bytes: Uint8Array, whole: Span, edits: readonly Edit[]): Uint8Array {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let done = whole.start;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    pieces.push(bytes.subarray(done, start), encoder.encode(text));
    done = end;
  }
  pieces.push(bytes.subarray(done, whole.end));
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
