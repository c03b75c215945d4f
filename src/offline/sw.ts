/**
 * The offline worker's events: which of them stores, answers or drops the files of one build. A new build waits until the
 * person asks for it; nothing is ever fetched but the build list.
 */
import type { BuildList } from './build-list';
import { OfflineFiles } from './files';
import { isActivate } from './message';

/** What this worker uses of its scope; the page's types call `self` a window. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}
interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
declare const self: Scope;
declare const __BUILD_LIST__: BuildList;

const files = new OfflineFiles(__BUILD_LIST__, new URL(self.registration.scope), caches, (request) =>
  fetch(request),
);

self.addEventListener('install', (event) => {
  event.waitUntil(files.store());
});

self.addEventListener('activate', (event) => {
  // Claiming lets the very first visit already work without a network.
  event.waitUntil(files.dropOlder().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const answer = files.answer(event.request);
  if (answer !== null) event.respondWith(answer);
});

self.addEventListener('message', (event) => {
  if (isActivate(event.data)) void self.skipWaiting();
});
