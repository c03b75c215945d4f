/** From presses to commands: nothing fires while text is typed or composed, in a sheet, or on a control of its own. */
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/store/commands.svelte';
import { Commands } from '../../../src/store/commands.svelte';
import { chordLabel, chordOf, runCommand } from '../../../src/views/shared/keyboard';

const press = (key: string, more: KeyboardEventInit = {}): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });

describe('chords', () => {
  it.each([
    { name: 'a letter', event: press('j'), chord: 'j' },
    { name: 'a capital', event: press('J', { shiftKey: true }), chord: 'J' },
    { name: 'a sign', event: press('?', { shiftKey: true }), chord: '?' },
    { name: 'Control', event: press('k', { ctrlKey: true }), chord: 'Mod+k' },
    { name: 'Command with capitals locked', event: press('K', { metaKey: true }), chord: 'Mod+k' },
    { name: 'a key that prints nothing', event: press('Enter', { shiftKey: true }), chord: 'Shift+Enter' },
    { name: 'the plus sign', event: press('+', { ctrlKey: true }), chord: 'Mod++' },
  ])('are named: $name', ({ event, chord }) => {
    expect(chordOf(event)).toBe(chord);
  });

  it('are shown as the machine names its keys', () => {
    expect(chordLabel('Mod+k', true)).toEqual(['⌘', 'K']);
    expect(chordLabel('Mod+k', false)).toEqual(['Ctrl', 'K']);
    expect(chordLabel('ArrowDown', false)).toEqual(['↓']);
    expect(chordLabel('Mod++', false)).toEqual(['Ctrl', '+']);
  });
});

describe('a press', () => {
  function fired(markup: string, key: string, more: KeyboardEventInit = {}): string[] {
    const seen: string[] = [];
    const bind = (keys: readonly string[], rest: Partial<Command> = {}): Command => ({
      id: keys.join(),
      title: '',
      keys,
      scope: 'everywhere',
      run: () => seen.push(keys.join()),
      ...rest,
    });
    const commands = new Commands();
    commands.register([
      bind(['j']),
      bind(['Enter']),
      bind(['ArrowDown']),
      bind(['Mod+k'], { whileTyping: true }),
    ]);
    const host = document.createElement('div');
    host.append(document.createRange().createContextualFragment(markup));
    document.body.replaceChildren(host);
    const target = host.querySelector('[data-target]') ?? document.body;
    target.addEventListener('keydown', (event) => runCommand(commands, event as KeyboardEvent));
    target.dispatchEvent(press(key, more));
    return seen;
  }

  it.each([
    { name: 'on the page', markup: '', key: 'j', expected: ['j'] },
    { name: 'in a field', markup: '<input data-target>', key: 'j', expected: [] },
    { name: 'in a text area', markup: '<textarea data-target></textarea>', key: 'j', expected: [] },
    { name: 'on a checkbox', markup: '<input type=checkbox data-target>', key: 'j', expected: ['j'] },
    { name: 'Enter on a button', markup: '<button data-target></button>', key: 'Enter', expected: [] },
    {
      name: 'Enter on a row',
      markup: '<div role=grid tabindex=0 data-target></div>',
      key: 'Enter',
      expected: ['Enter'],
    },
    {
      name: 'an arrow in a pane that scrolls',
      markup: '<div tabindex=0 data-target></div>',
      key: 'ArrowDown',
      expected: [],
    },
    {
      name: 'an arrow in a list that binds it',
      markup: '<div data-moves tabindex=0 data-target></div>',
      key: 'ArrowDown',
      expected: ['ArrowDown'],
    },
    { name: 'in an open sheet', markup: '<dialog open><p data-target></p></dialog>', key: 'j', expected: [] },
  ])('$name', ({ markup, key, expected }) => {
    expect(fired(markup, key)).toEqual(expected);
  });

  it('with a modifier works in a field where the command says so', () => {
    expect(fired('<input data-target>', 'k', { ctrlKey: true })).toEqual(['Mod+k']);
  });

  it('of an input method is not one', () => {
    expect(fired('', 'j', { isComposing: true })).toEqual([]);
    expect(fired('', 'Process')).toEqual([]);
  });
});
