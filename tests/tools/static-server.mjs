/**
 * Serves a folder under any path on loopback, as a plain static host does: no fallback page, no magic. The browser tests
 * use it to prove that the build works under a sub-path and to swap one build for another.
 */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.jsonl', 'application/jsonl; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webmanifest', 'application/manifest+json'],
]);

/**
 * @param {{ folder: string, path?: string, port?: number }} options `path` starts and ends with a slash.
 * @returns {Promise<{ url: string, requests: string[], serve: (folder: string) => void, close: () => Promise<void> }>}
 */
export async function startServer({ folder, path = '/', port = 0 }) {
  let root = folder;
  /** @type {string[]} */
  const requests = [];
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    requests.push(`${request.method ?? ''} ${pathname}`);
    const file = pathname.startsWith(path) ? fileAt(root, pathname.slice(path.length)) : null;
    if (file === null) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES.get(extname(file)) ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve(undefined);
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: new URL(path, `http://127.0.0.1:${address.port}`).href,
    requests,
    serve: (next) => {
      root = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/**
 * @param {string} root
 * @param {string} path
 */
function fileAt(root, path) {
  const file = join(root, normalize(`/${path}`), path === '' || path.endsWith('/') ? 'index.html' : '');
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : null;
}
