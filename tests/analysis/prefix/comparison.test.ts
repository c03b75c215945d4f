/** The rule of comparison over segment lists that are written down, vectors C1 to C21. */
import { describe, expect, it } from 'vitest';
import { compareSegments } from '../../../src/analysis/prefix/comparison';
import type { Segment, SegmentKind, SegmentRef, Segments } from '../../../src/analysis/prefix/segments';
import { nodeIndex } from '../../../src/model/ids';

/** `s a`, `u1 b`, `t0 read v1`; `?` behind the content is opaque, `:tool` behind it is another role. */
function segment(text: string): Segment {
  const [place = '', content = '', label = null] = text.split(' ');
  const [letters = '', role] = content.split(':');
  const index = Number(place.slice(1));
  const made = (kind: SegmentKind, rest: Pick<SegmentRef, 'role' | 'label'>, from: string): Segment => ({
    ref: { kind, index, node: nodeIndex(0), ...rest },
    opaque: from.endsWith('?'),
    content: [...from.replace('?', '')].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 1),
  });
  if (place.startsWith('s')) return made('system_prompt', { role: null, label: null }, letters);
  if (place.startsWith('t')) return made('tool_schema', { role: null, label: letters }, label ?? '');
  return made('message', { role: role ?? 'user', label: null }, letters);
}

function segments(texts: string): Segments {
  const list = texts === '' ? [] : texts.split(', ').map(segment);
  return {
    length: list.length,
    at: (position) => {
      const found = list[position];
      if (found === undefined) throw new RangeError(`no segment at ${position}`);
      return found;
    },
  };
}

function told(ref: SegmentRef | null): string | null {
  return ref === null ? null : [ref.kind, ref.index, ...(ref.label === null ? [] : [ref.label])].join(' ');
}

interface Case {
  readonly name: string;
  readonly previous: string;
  readonly current: string;
  readonly status: string;
  readonly kept: number;
  readonly expected?: string | null;
  readonly found?: string | null;
}

const CASES: readonly Case[] = [
  {
    name: 'C1 a message more',
    previous: 's0 d, u0 a',
    current: 's0 d, u0 a, u1 b',
    status: 'preserved',
    kept: 2,
  },
  { name: 'C2 the same', previous: 's0 d, u0 a', current: 's0 d, u0 a', status: 'preserved', kept: 2 },
  {
    name: 'C3 another text',
    previous: 's0 d, u0 a, u1 b',
    current: 's0 d, u0 a, u1 B, u2 c',
    status: 'diverged',
    kept: 2,
    expected: 'message 1',
    found: 'message 1',
  },
  {
    name: 'C4 an end cut off',
    previous: 's0 d, u0 a, u1 b',
    current: 's0 d, u0 a',
    status: 'diverged',
    kept: 2,
    expected: 'message 1',
    found: null,
  },
  { name: 'C5 opaque and other digests', previous: 'u0 y?', current: 'u0 x?', status: 'unknown', kept: 0 },
  {
    name: 'C6 opaque and equal digests',
    previous: 'u0 a, u1 x?, u2 c',
    current: 'u0 a, u1 x?, u2 c',
    status: 'unknown',
    kept: 1,
  },
  {
    name: 'C7 structure before opacity',
    previous: 'u0 a, u1 x?',
    current: 'u0 a, u1 x?:tool',
    status: 'diverged',
    kept: 1,
    expected: 'message 1',
    found: 'message 1',
  },
  {
    name: 'C8 content before an opaque segment',
    previous: 'u0 a, u1 x?',
    current: 'u0 A, u1 x?',
    status: 'diverged',
    kept: 0,
    expected: 'message 0',
    found: 'message 0',
  },
  { name: 'C9 opaque in the tail', previous: 'u0 a', current: 'u0 a, u1 x?', status: 'preserved', kept: 1 },
  { name: 'C10 opaque on one side', previous: 'u0 a', current: 'u0 a?', status: 'unknown', kept: 0 },
  {
    name: 'C11 a tool before the others',
    previous: 't0 read v, s0 d',
    current: 't0 grep v, t1 read v, s0 d',
    status: 'diverged',
    kept: 0,
    expected: 'tool_schema 0 read',
    found: 'tool_schema 0 grep',
  },
  {
    name: 'C12 the last tool removed',
    previous: 't0 read v, t1 write v, s0 d, u0 a',
    current: 't0 read v, s0 d, u0 a',
    status: 'diverged',
    kept: 1,
    expected: 'tool_schema 1 write',
    found: 'system_prompt 0',
  },
  {
    name: 'C13 a tool added behind the others',
    previous: 't0 read v, s0 d',
    current: 't0 read v, t1 write v, s0 d',
    status: 'diverged',
    kept: 1,
    expected: 'system_prompt 0',
    found: 'tool_schema 1 write',
  },
  {
    name: 'C14 a tool in the middle removed',
    previous: 't0 a v, t1 b v, t2 c v, s0 d',
    current: 't0 a v, t1 c v, s0 d',
    status: 'diverged',
    kept: 1,
    expected: 'tool_schema 1 b',
    found: 'tool_schema 1 c',
  },
  {
    name: 'C15 another schema',
    previous: 't0 a v1, s0 d',
    current: 't0 a v2, s0 d',
    status: 'diverged',
    kept: 0,
    expected: 'tool_schema 0 a',
    found: 'tool_schema 0 a',
  },
  { name: 'C17 nothing to keep', previous: '', current: 'u0 a', status: 'preserved', kept: 0 },
  {
    name: 'C19 another role, equal digest',
    previous: 'u0 a',
    current: 'u0 a:tool',
    status: 'diverged',
    kept: 0,
    expected: 'message 0',
    found: 'message 0',
  },
  {
    name: 'C21 system messages pulled forward, as we never do',
    previous: 's0 a, u0 b',
    current: 's0 a, s1 r, u0 b, u1 c',
    status: 'diverged',
    kept: 1,
    expected: 'message 0',
    found: 'system_prompt 1',
  },
];

describe('comparing two segment lists', () => {
  it.each(CASES)('$name', ({ previous, current, status, kept, expected = null, found = null }) => {
    const compared = compareSegments(segments(previous), segments(current));
    expect({
      status: compared.status,
      kept: compared.preserved,
      expected: told(compared.expected),
      found: told(compared.found),
    }).toEqual({ status, kept, expected, found });
  });

  /** What only a bounded recorder builds: one segment for many, and segments outside the prefix. */
  interface Bounded {
    readonly name: string;
    readonly previous: readonly (readonly [string, number])[];
    readonly current: readonly (readonly [string, number])[];
    readonly told: string;
  }
  const BOUNDED: readonly Bounded[] = [
    {
      name: 'C16 a remainder that stands for forty',
      previous: [
        ['u0 a', 1],
        ['u1 b', 1],
        ['u2 r?', 40],
      ],
      current: [
        ['u0 a', 1],
        ['u1 b', 1],
        ['u2 r?', 40],
      ],
      told: 'unknown 2/42',
    },
    {
      name: 'C18 options are no part of the prefix',
      previous: [
        ['u0 a', 1],
        ['o0 v1', 0],
      ],
      current: [
        ['u0 a', 1],
        ['o0 v2', 0],
      ],
      told: 'preserved 1/1',
    },
    {
      name: 'C20 a remainder has no role',
      previous: [
        ['u0 a', 1],
        ['u1 b', 1],
      ],
      current: [
        ['u0 a', 1],
        ['u1 r?:none', 3],
      ],
      told: 'diverged 1/2',
    },
  ];
  it.each(BOUNDED)('$name', ({ previous, current, told: expected }) => {
    const kept = (list: Bounded['previous']) => list.filter(([, weight]) => weight > 0);
    const texts = (list: Bounded['previous']) =>
      kept(list)
        .map(([text]) => text)
        .join(', ');
    const compared = compareSegments(segments(texts(previous)), segments(texts(current)));
    const weight = (list: Bounded['previous']) => list.reduce((sum, [, one]) => sum + one, 0);
    const before = weight(kept(previous).slice(0, compared.preserved));
    expect(`${compared.status} ${before}/${weight(previous)}`).toBe(expected);
  });
});
