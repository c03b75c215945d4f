/** The offline worker's rules: all files or none, its own list and nothing else, old tabs keep working. */
import { describe, expect, it } from 'vitest';
import type { BuildList } from '../../src/offline/build-list';
import { OfflineFiles } from '../../src/offline/files';
import { MemoryCaches } from './memory-caches';

const HOST = 'https://example.org';
const SCOPE = new URL('/tools/wirescope/', HOST);

function list(version: string, ...paths: readonly string[]): BuildList {
  return { version, files: paths.map((path) => ({ path, integrity: 'sha256-AAAA' })) };
}

const FIRST = list('aaa', 'index.html', 'assets/app-1.js', 'sample/traces.jsonl');
const SECOND = list('bbb', 'index.html', 'assets/app-2.js', 'sample/traces.jsonl');

/** A host that answers with the address and the words it was given, and remembers what it was asked. */
class Host {
  readonly asked: Request[] = [];
  words = 'one';
  broken: string | null = null;

  readonly fetch = (request: Request): Promise<Response> => {
    this.asked.push(request);
    const { pathname } = new URL(request.url);
    if (this.broken !== null && pathname.endsWith(this.broken))
      return Promise.resolve(new Response('', { status: 404 }));
    return Promise.resolve(
      new Response(`${this.words} ${pathname}`, { headers: { 'content-type': 'text/plain' } }),
    );
  };

  get paths(): string[] {
    return this.asked.map((request) => new URL(request.url).pathname);
  }
}

function build(caches: CacheStorage, host: Host, of: BuildList, scope = SCOPE): OfflineFiles {
  return new OfflineFiles(of, scope, caches, host.fetch);
}

async function answered(
  files: OfflineFiles,
  path: string,
  init?: RequestInit,
): Promise<string | number | null> {
  const response = await files.answer(new Request(new URL(path, HOST), init));
  if (response === null) return null;
  return response.ok ? response.text() : response.status;
}

describe('storing a build', () => {
  it('asks for every file of the list, once, by digest', async () => {
    const host = new Host();
    await build(new MemoryCaches(), host, FIRST).store();
    expect(host.paths.sort()).toEqual(FIRST.files.map(({ path }) => SCOPE.pathname + path).sort());
    expect(host.asked.every((request) => request.integrity === 'sha256-AAAA')).toBe(true);
  });

  it('keeps nothing when one file is missing', async () => {
    const host = new Host();
    host.broken = 'app-1.js';
    const caches = new MemoryCaches();
    await expect(build(caches, host, FIRST).store()).rejects.toThrow('assets/app-1.js: status 404');
    expect(await caches.keys()).toEqual([]);
  });

  it('writes names with blanks and signs as addresses', async () => {
    const host = new Host();
    const files = build(new MemoryCaches(), host, list('c', 'a b#1?.txt'));
    await files.store();
    expect(host.paths).toEqual(['/tools/wirescope/a%20b%231%3F.txt']);
    expect(await answered(files, '/tools/wirescope/a%20b%231%3F.txt')).toContain('one');
  });
});

describe('answering', () => {
  const cases: readonly { name: string; path: string; init?: RequestInit; answer: string | number | null }[] =
    [
      {
        name: 'the folder with the page',
        path: '/tools/wirescope/',
        answer: 'one /tools/wirescope/index.html',
      },
      {
        name: 'the page by name',
        path: '/tools/wirescope/index.html',
        answer: 'one /tools/wirescope/index.html',
      },
      {
        name: 'a file of the list',
        path: '/tools/wirescope/assets/app-1.js',
        answer: 'one /tools/wirescope/assets/app-1.js',
      },
      {
        name: 'whatever the search says',
        path: '/tools/wirescope/?x=1',
        answer: 'one /tools/wirescope/index.html',
      },
      { name: 'not a file beside the app', path: '/tools/wirescope/other.jsonl', answer: null },
      { name: 'not a page above it', path: '/tools/', answer: null },
      { name: 'not another origin', path: 'https://example.com/tools/wirescope/index.html', answer: null },
      {
        name: 'not what is no GET',
        path: '/tools/wirescope/index.html',
        init: { method: 'POST' },
        answer: null,
      },
      {
        name: 'a hashed file of no build with 404, never from the network',
        path: '/tools/wirescope/assets/gone-9.js',
        answer: 404,
      },
    ];
  for (const { name, path, init, answer } of cases) {
    it(name, async () => {
      const host = new Host();
      const files = build(new MemoryCaches(), host, FIRST);
      await files.store();
      const before = host.asked.length;
      expect(await answered(files, path, init)).toBe(answer);
      expect(host.asked.length).toBe(before);
    });
  }

  it('fetches a file again that the browser evicted, bound to its digest', async () => {
    const host = new Host();
    const files = build(new MemoryCaches(), host, FIRST);
    expect(await answered(files, '/tools/wirescope/index.html')).toBe('one /tools/wirescope/index.html');
    expect(host.asked.map((request) => request.integrity)).toEqual(['sha256-AAAA']);
  });
});

describe('a second build', () => {
  it('answers the scripts of the one before it, for tabs that are still open', async () => {
    const host = new Host();
    const caches = new MemoryCaches();
    await build(caches, host, FIRST).store();
    host.words = 'two';
    const second = build(caches, host, SECOND);
    await second.store();
    await second.dropOlder();
    expect(await answered(second, '/tools/wirescope/assets/app-1.js')).toBe(
      'one /tools/wirescope/assets/app-1.js',
    );
    expect(await answered(second, '/tools/wirescope/')).toBe('two /tools/wirescope/index.html');
  });

  it('drops all but the one before it, and never the caches of others', async () => {
    const host = new Host();
    const caches = new MemoryCaches();
    await caches.open('someone else');
    await build(caches, host, FIRST, new URL('/other/', HOST)).store();
    await build(caches, host, list('old', 'index.html')).store();
    await build(caches, host, FIRST).store();
    const second = build(caches, host, SECOND);
    await second.store();
    await second.dropOlder();
    expect(await caches.keys()).toEqual([
      'someone else',
      'wirescope /other/ aaa',
      'wirescope /tools/wirescope/ aaa',
      'wirescope /tools/wirescope/ bbb',
    ]);
  });
});
