/** Mounts a component in jsdom with real stores, and finds what a person would find. */
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import type { Component } from 'svelte';
import 'fake-indexeddb/auto';
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, vi } from 'vitest';
import { App } from '../../src/store/app.svelte';
import type { Library } from '../../src/store/library.svelte';
import { MemoryAddress } from '../store/memory-address';
import { Browser } from '../store/library-kit';
import Stage from './Stage.svelte';

// The import runs in this process and clones what it is given; jsdom's own files are not clonable.
Object.assign(globalThis, { Blob: NodeBlob, File: NodeFile });

/** jsdom lays nothing out. */
class NoResize {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver = NoResize;
// Nor does it ask how wide a screen is: a wide one.
Object.assign(globalThis, {
  matchMedia: (media: string) => ({ media, matches: true, addEventListener() {}, removeEventListener() {} }),
});
/** Nor has it workers: one that never answers. */
class NoWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}
Object.assign(globalThis, { Worker: NoWorker });
Element.prototype.scrollIntoView = () => undefined;
// jsdom has dialogs without the modal part.
HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
  if (!this.open) return;
  this.open = false;
  this.dispatchEvent(new Event('close'));
};

export function appAt(hash = '', library?: Library): { app: App; address: MemoryAddress } {
  const address = new MemoryAddress(hash);
  const texts = new Map<string, string>();
  const app = new App({
    address,
    home: 'http://localhost/',
    runLibrary: library ?? new Browser().tab(),
    settings: {
      get: (key) => texts.get(key) ?? null,
      set(key, text) {
        texts.set(key, text);
        return true;
      },
    },
  });
  return { app, address };
}

let leave: (() => void) | null = null;
afterEach(() => {
  leave?.();
  leave = null;
  document.body.replaceChildren();
});

export function stage<Props extends Record<string, unknown>>(
  app: App,
  component: Component<Props>,
  props: Props,
): HTMLElement {
  const mounted = mount(Stage, { target: document.body, props: { app, component, props } as never });
  leave = () => {
    void unmount(mounted);
    app.runLibrary.close();
  };
  flushSync();
  return document.body;
}

/** Until what was opened has been read and kept: a test that ends before would pull the database from under it. */
export async function quiet(library: Library): Promise<void> {
  await vi.waitFor(
    () => {
      for (const run of library.runs) {
        expect(run.state.kind).not.toBe('importing');
        expect(run.keeping.kind).not.toBe('storing');
      }
    },
    { timeout: 10_000 },
  );
}

/** The one element of a role, by its accessible name where one is given. */
export function role(name: string, label?: string | RegExp): HTMLElement {
  const found = roles(name).filter((element) => {
    if (label === undefined) return true;
    const text = nameOf(element);
    return typeof label === 'string' ? text === label : label.test(text);
  });
  const [element] = found;
  if (element === undefined || found.length > 1) {
    throw new Error(`${found.length} elements of role ${name} named ${String(label)}`);
  }
  return element;
}

const NATIVE: Readonly<Record<string, string>> = {
  button: 'button',
  link: 'a[href]',
  textbox: 'input[type=text], textarea',
  checkbox: 'input[type=checkbox]',
  dialog: 'dialog[open]',
  heading: 'h1, h2, h3, h4',
};

export function roles(name: string): HTMLElement[] {
  const selector = [`[role=${name}]`, NATIVE[name]].filter((part) => part !== undefined).join(', ');
  return [...document.body.querySelectorAll<HTMLElement>(selector)];
}

export function nameOf(element: HTMLElement): string {
  return element.getAttribute('aria-label') ?? wordsOf(element.closest('label') ?? element);
}

export function wordsOf(element: Element): string {
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function press(
  key: string,
  target: EventTarget = document.activeElement ?? document.body,
  more: KeyboardEventInit = {},
): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  flushSync();
}

export function click(element: HTMLElement): void {
  element.click();
  flushSync();
}

export function type(field: HTMLElement, text: string, more: InputEventInit = {}): void {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement))
    throw new Error('no field');
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, ...more }));
  flushSync();
}
