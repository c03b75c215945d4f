/** The browser's cache storage in memory: what Node lacks, as far as the offline worker uses it. */
class MemoryCache implements Cache {
  readonly #entries = new Map<string, Response>();

  match(request: RequestInfo | URL, options?: CacheQueryOptions): Promise<Response | undefined> {
    const wanted = address(request);
    for (const [url, response] of this.#entries) {
      const stored = options?.ignoreSearch === true ? url.split('?')[0] : url;
      const asked = options?.ignoreSearch === true ? wanted.split('?')[0] : wanted;
      if (stored === asked) return Promise.resolve(response.clone());
    }
    return Promise.resolve(undefined);
  }

  put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.#entries.set(address(request), response);
    return Promise.resolve();
  }

  delete(request: RequestInfo | URL): Promise<boolean> {
    return Promise.resolve(this.#entries.delete(address(request)));
  }

  keys(): Promise<readonly Request[]> {
    return Promise.resolve([...this.#entries.keys()].map((url) => new Request(url)));
  }

  async matchAll(): Promise<readonly Response[]> {
    return Promise.resolve([...this.#entries.values()]);
  }

  add(): Promise<void> {
    throw new Error('not used: it would keep redirects and skip the digest');
  }

  addAll(): Promise<void> {
    throw new Error('not used: it would keep redirects and skip the digest');
  }
}

export class MemoryCaches implements CacheStorage {
  readonly #caches = new Map<string, Cache>();

  open(name: string): Promise<Cache> {
    const cache = this.#caches.get(name) ?? new MemoryCache();
    this.#caches.set(name, cache);
    return Promise.resolve(cache);
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.delete(name));
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.#caches.has(name));
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#caches.keys()]);
  }

  match(): Promise<Response | undefined> {
    throw new Error('not used: it would look into the caches of others');
  }
}

function address(request: RequestInfo | URL): string {
  return typeof request === 'string' ? request : request instanceof URL ? request.href : request.url;
}
