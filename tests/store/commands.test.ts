/** One table: the latest registration wins, and what does not apply is neither bound nor offered. */
import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/store/commands.svelte';
import { Commands } from '../../src/store/commands.svelte';

const command = (id: string, keys: readonly string[], rest: Partial<Command> = {}): Command => ({
  id,
  title: id,
  keys,
  scope: 'everywhere',
  run: () => undefined,
  ...rest,
});

describe('commands', () => {
  it('are found by chord, the latest first, until they are taken back', () => {
    const commands = new Commands();
    commands.register([command('outer', ['Escape', 'x'])]);
    const leave = commands.register([command('inner', ['Escape'])]);
    expect(commands.find('Escape', false)?.id).toBe('inner');
    expect(commands.find('x', false)?.id).toBe('outer');
    leave();
    expect(commands.find('Escape', false)?.id).toBe('outer');
    expect(commands.find('y', false)).toBeNull();
  });

  it('do not fire while text is typed, unless they say so', () => {
    const commands = new Commands();
    commands.register([command('j', ['j']), command('palette', ['Mod+k'], { whileTyping: true })]);
    expect(commands.find('j', true)).toBeNull();
    expect(commands.find('Mod+k', true)?.id).toBe('palette');
  });

  it('that do not apply now leave their chord to others', () => {
    const commands = new Commands();
    let open = false;
    commands.register([command('leave', ['Escape'])]);
    commands.register([command('close', ['Escape'], { when: () => open })]);
    expect(commands.find('Escape', false)?.id).toBe('leave');
    open = true;
    expect(commands.find('Escape', false)?.id).toBe('close');
    expect(commands.available.map(({ id }) => id)).toEqual(['leave', 'close']);
  });
});
