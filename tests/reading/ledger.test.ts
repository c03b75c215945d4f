import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLedger } from '../../src/reading/ledger';

const P = '{"type":"session_registered","session_id":"P"}';
const K =
  '{"type":"session_registered","session_id":"K","parent_session_id":"P","spawned_by_request_id":"a"}';
const read = (text: string) => readLedger(new TextEncoder().encode(text));

describe('a ledger', () => {
  it.each([
    {
      name: 'P1 a torn tail',
      text: `${P}\n{"type":"request_sta`,
      events: 1,
      torn: true,
      corrupt: null,
      ignored: 0,
    },
    {
      name: 'P2 a whole last line without a line feed',
      text: `${P}\n${K}`,
      events: 2,
      torn: false,
      corrupt: null,
      ignored: 0,
    },
    { name: 'P3 a corrupt line', text: `${P}\nxx\n${K}\n`, events: 1, torn: false, corrupt: 2, ignored: 0 },
    { name: 'P4 blank lines', text: `\n  \n${P}\n\t\r\n`, events: 1, torn: false, corrupt: null, ignored: 0 },
    { name: 'P5 null', text: `null\n${P}\n`, events: 1, torn: false, corrupt: null, ignored: 1 },
    {
      name: 'P6 an unknown type',
      text: `{"type":"x"}\n${P}\n`,
      events: 1,
      torn: false,
      corrupt: null,
      ignored: 1,
    },
    { name: 'P7 nothing', text: '', events: 0, torn: false, corrupt: null, ignored: 0 },
    {
      name: 'a missing field',
      text: '{"type":"request_finished"}\n',
      events: 0,
      torn: false,
      corrupt: null,
      ignored: 1,
    },
  ])('$name', ({ text, events, torn, corrupt, ignored }) => {
    const ledger = read(text);
    expect(ledger.events).toHaveLength(events);
    expect(ledger.torn).toBe(torn);
    expect(ledger.corruptLine).toBe(corrupt);
    expect(ledger.ignored).toHaveLength(ignored);
  });

  it('reads every kind of event', () => {
    const { events } = read(
      [
        K,
        '{"type":"request_started","request_id":"r","session_id":"K","compaction_id":"c"}',
        '{"type":"request_finished","request_id":"r"}',
        '{"type":"request_failed","request_id":"r"}',
        '{"type":"compaction_begun","compaction_id":"c","session_id":"K"}',
        '{"type":"compaction_finished","compaction_id":"c","status":"completed"}',
        '{"type":"child_returned","session_id":"P","child_session_id":"K","request_id":"r"}',
      ].join('\n'),
    );
    expect(events).toEqual([
      { kind: 'session_registered', session: 'K', parent: 'P', spawnedBy: 'a' },
      { kind: 'request_started', request: 'r', session: 'K', compaction: 'c' },
      { kind: 'request_finished', request: 'r' },
      { kind: 'request_failed', request: 'r' },
      { kind: 'compaction_begun', compaction: 'c', session: 'K' },
      { kind: 'compaction_finished', compaction: 'c', status: 'completed' },
      { kind: 'child_returned', session: 'P', child: 'K', request: 'r' },
    ]);
  });

  it('never throws and never reads past damage', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(P, K, 'null', '{"type":', ''), fc.string())), (lines) => {
        const ledger = read(lines.join('\n'));
        expect(ledger.events.length).toBeLessThanOrEqual(lines.length);
      }),
    );
  });
});
