/**
 * One build's files in the browser's cache: store them all or none, answer from them, drop what is older. It fetches the
 * files of its build list and nothing else, and refuses to know who asks and when.
 */
import type { BuildList, BuiltFile } from './build-list';

/** Hashed names: a tab of an older build may still ask for one of these after the next build took over. */
const HASHED = /^assets\//;

export class OfflineFiles {
  readonly #list: BuildList;
  readonly #scope: URL;
  readonly #storage: CacheStorage;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #byPath: ReadonlyMap<string, BuiltFile>;

  constructor(
    list: BuildList,
    /** The folder of the page, with a slash at its end. */
    scope: URL,
    storage: CacheStorage,
    fetchFile: (request: Request) => Promise<Response>,
  ) {
    this.#list = list;
    this.#scope = scope;
    this.#storage = storage;
    this.#fetch = fetchFile;
    this.#byPath = new Map(list.files.map((file) => [file.path, file]));
  }

  /** All files or none: a build that is half there must never be started. */
  async store(): Promise<void> {
    try {
      const cache = await this.#storage.open(this.#name);
      await Promise.all(this.#list.files.map(async (file) => this.#storeFile(cache, file)));
    } catch (error) {
      await this.#storage.delete(this.#name);
      throw error;
    }
  }

  /** Keeps this build and the one before it, whose tabs may still be open. */
  async dropOlder(): Promise<void> {
    const older = await this.#olderNames();
    await Promise.all(older.slice(0, -1).map(async (name) => this.#storage.delete(name)));
  }

  /** Null when the request is none of ours: the browser answers it as if we were not there. */
  answer(request: Request): Promise<Response> | null {
    const url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== this.#scope.origin) return null;
    if (!url.pathname.startsWith(this.#scope.pathname)) return null;
    const path = decodeURIComponent(url.pathname.slice(this.#scope.pathname.length));
    const file = this.#byPath.get(path === '' ? 'index.html' : path);
    if (file !== undefined) return this.#stored(file);
    return HASHED.test(path) ? this.#fromOlder(url) : null;
  }

  async #stored(file: BuiltFile): Promise<Response> {
    const cache = await this.#storage.open(this.#name);
    const stored = await cache.match(this.#urlOf(file));
    // The browser may evict single entries; what is fetched again is still bound to this build's digest.
    return stored ?? this.#storeFile(cache, file);
  }

  async #fromOlder(url: URL): Promise<Response> {
    for (const name of (await this.#olderNames()).reverse()) {
      const cache = await this.#storage.open(name);
      const stored = await cache.match(url.href, { ignoreSearch: true });
      if (stored !== undefined) return stored;
    }
    return new Response(null, { status: 404, statusText: 'Not part of this build' });
  }

  async #storeFile(cache: Cache, file: BuiltFile): Promise<Response> {
    const url = this.#urlOf(file);
    const response = await this.#fetch(new Request(url, { integrity: file.integrity, cache: 'no-cache' }));
    if (!response.ok) throw new Error(`${file.path}: status ${response.status}`);
    // A copy: hosts that redirect `index.html` to its folder mark the response, and a page may not be opened from such.
    const headers = new Headers({ 'content-type': response.headers.get('content-type') ?? '' });
    const copy = new Response(await response.blob(), { headers });
    await cache.put(url, copy.clone());
    return copy;
  }

  async #olderNames(): Promise<string[]> {
    const names = await this.#storage.keys();
    return names.filter((name) => name.startsWith(this.#prefix) && name !== this.#name);
  }

  #urlOf(file: BuiltFile): string {
    return new URL(file.path.split('/').map(encodeURIComponent).join('/'), this.#scope).href;
  }

  /** Caches belong to the origin; another copy of the app may live under another folder of it. */
  get #prefix(): string {
    return `wirescope ${this.#scope.pathname} `;
  }

  get #name(): string {
    return this.#prefix + this.#list.version;
  }
}
