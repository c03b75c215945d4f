/** Secrets on the command line: where they are in the report, how many in the table, the value in neither. */
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/model/json';
import { command } from './command';

const SECRET = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`;
const record = (id: string, note: string) =>
  JSON.stringify({ id, env: { id: 'd' }, traces: [], errors: [], note, seen: '/home/me/x' });
const FILE = `${record('a', `use ${SECRET}`)}\n${record('b', 'nothing')}\n${record('c', `{"password":"p1","x":"${SECRET}"}`)}\n`;

describe('secrets', () => {
  it('are in the report with rule, severity, place and length, in the order of the record', async () => {
    const { out } = await command(['check', '-', '--json'], FILE);
    expect(out).not.toContain(SECRET);
    const path = { rule: 'home-path', severity: 'low', path: '/seen', length: 10 };
    const token = { rule: 'github-token', severity: 'critical', path: '/note', length: 40 };
    expect(parseJson(out)).toMatchObject({
      files: [
        {
          episodes: [
            { secrets: [token, path] },
            { secrets: [path] },
            { secrets: [{ rule: 'secret-name', severity: 'high', path: '/note', length: 2 }, token, path] },
          ],
        },
      ],
    });
  });

  it('are counted under the table, paths left out', async () => {
    const { out } = await command(['check', '-'], FILE);
    expect(out).not.toContain(SECRET);
    expect(out).toContain('secrets in 2 records: 2 critical, 1 high (where: --json)\n');
  });

  it('are in no place of a finding', async () => {
    const trace = { id: 't', nodes: [], calls: [], rewards: { [SECRET]: 'odd' }, [SECRET]: 1 };
    const text = JSON.stringify({ id: 'e', env: { id: 'd' }, errors: [], traces: [trace] });
    const { out: table } = await command(['check', '-'], text);
    expect(table).toContain('/traces/0/rewards/[REDACTED]');
    expect(table).not.toContain(SECRET);
    const { out } = await command(['check', '-', '--json'], text);
    expect(out).toContain(
      '"code":"unknown-score","severity":"warning","record":1,"byte":0,"path":"/rewards/[REDACTED]"',
    );
  });

  it('in JSON so deep that their places outgrow a text are counted, each in the record', async () => {
    const depth = 12_000;
    const info = `${`{"k":"${SECRET}","n":`.repeat(depth)}0${'}'.repeat(depth)}`;
    const { out, status } = await command(
      ['check', '-', '--json'],
      `{"id":"e","traces":[],"info":${info}}\n`,
    );
    expect(status).toBe(0);
    expect(out.split('"rule":"github-token"').length - 1).toBe(depth);
    expect(out.length).toBeLessThan(40_000_000);
    expect(out).toContain('"path":"/info/n/n/k"');
    expect(out).toContain('"path":""');
  });

  it.each([
    { name: 'damage', text: `{"id":"e","note": "${SECRET}" oops}\n` },
    { name: 'damage right behind the value', text: `{"id":"e","note": "${SECRET}"" }\n` },
    { name: 'a tail that is cut off in the value', text: `{"id":"e","note": "${SECRET}` },
    { name: 'a second record behind the first', text: `${record('b', SECRET)}${record('c', SECRET)}\n` },
  ])(
    'are not quoted where a record could not be read for $name, and not looked for there',
    async ({ text }) => {
      for (const words of [[], ['--json']]) {
        const { out } = await command(['check', '-', ...words], `${record('a', 'fine')}\n${text}`);
        for (let at = 0; at + 6 <= SECRET.length; at += 1)
          expect(out).not.toContain(SECRET.slice(at, at + 6));
        if (words.length === 0)
          expect(out).toContain('secrets: not looked for in the record that was skipped\n');
      }
    },
  );
});
