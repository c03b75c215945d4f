/** What is remembered: each field by itself, and nothing breaks where the browser refuses. */
import { describe, expect, it } from 'vitest';
import type { TextStore } from '../../src/storage/settings';
import { loadSettings } from '../../src/storage/settings';
import { Settings, USUAL_COLUMNS } from '../../src/store/settings.svelte';

function memory(text: string | null = null): TextStore & { text: string | null } {
  return {
    text,
    get() {
      return this.text;
    },
    set(_key, value) {
      this.text = value;
      return true;
    },
  };
}

describe('settings', () => {
  it.each([
    { name: 'nothing', text: null },
    { name: 'no JSON', text: '{"theme":' },
    { name: 'another shape', text: '[1, 2]' },
    { name: 'null', text: 'null' },
  ])('fall back where $name is stored', ({ text }) => {
    expect(loadSettings(memory(text))).toEqual({ theme: 'system', columns: null, widths: {}, preview: true });
  });

  it('lose only the damaged field', () => {
    const text = JSON.stringify({
      theme: 'mauve',
      columns: ['task'],
      widths: { task: 'wide' },
      preview: false,
    });
    expect(loadSettings(memory(text))).toEqual({
      theme: 'system',
      columns: ['task'],
      widths: {},
      preview: false,
    });
  });

  it('come back in the next visit', () => {
    const store = memory();
    const settings = new Settings(store);
    settings.theme = 'dark';
    settings.columns = ['reward', 'task', 'record'];
    settings.setWidth('task', 201.6);
    settings.preview = false;
    const again = new Settings(store);
    expect(again.theme).toBe('dark');
    expect(again.columns).toEqual(['record', 'task', 'reward']);
    expect(again.width('task')).toBe(202);
    expect(again.preview).toBe(false);
    again.usualColumns();
    expect(new Settings(store).columns).toEqual(USUAL_COLUMNS);
  });

  it('ignore columns of another version, and always name the record', () => {
    const settings = new Settings(memory(JSON.stringify({ columns: ['aura', 'turns', '__proto__'] })));
    expect(settings.columns).toEqual(['record', 'turns']);
    expect(settings.width('id')).toBeNull();
  });

  it('still change where the browser refuses to remember', () => {
    const settings = new Settings({ get: () => null, set: () => false });
    settings.theme = 'light';
    expect(settings.theme).toBe('light');
  });
});
