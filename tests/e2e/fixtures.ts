/**
 * What every browser test gets: the build on a static host, a record of all requests, and a page watched for everything
 * that must never happen: a request to anything but the app's own files, a breach of the content policy, an error.
 */
import { createServer, type Server } from 'node:http';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { startServer } from '../tools/static-server.mjs';

export const dist = new URL('../../dist/', import.meta.url).pathname;

/** What a page and its workers did that the test did not expect. A test may `expect` and then clear one on purpose. */
export interface Watch {
  readonly requests: string[];
  readonly violations: string[];
  readonly errors: string[];
}

export interface Site {
  /** The page's address; ends with a slash. */
  readonly url: string;
  /** `GET /path`, as the host saw them: includes what the offline worker asked for. */
  readonly requests: string[];
  /** Puts another folder in place of the build, as a deployment does. */
  serve(folder: string): void;
  /** The host goes away: what `context.setOffline` cannot do to a service worker. */
  close(): Promise<void>;
}

interface WorkerFixtures {
  /** Refuses and remembers whatever the browser tries to send anywhere but to this machine. */
  readonly beyond: { readonly url: string; readonly requests: string[] };
}

interface Fixtures {
  /** The folder under which the app is served. */
  readonly basePath: string;
  readonly site: Site;
  readonly watch: Watch;
}

/** What Chromium asks for on its own account, whatever page it shows. */
const BROWSERS_OWN = /^(?:\w+ )(?:https?:\/\/)?[\w.-]+\.(?:google|googleapis|gvt1)\.com[:/]/;

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address.port);
    });
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  basePath: ['/', { option: true }],

  beyond: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from its parameter's pattern
    async ({}, use) => {
      const requests: string[] = [];
      const note = (request: string) => {
        if (!BROWSERS_OWN.test(request)) requests.push(request);
      };
      const server = createServer((request, response) => {
        note(`${request.method ?? ''} ${request.url ?? ''}`);
        response.writeHead(502).end();
      });
      server.on('connect', (request, socket) => {
        note(`CONNECT ${request.url ?? ''}`);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      const port = await listen(server);
      await use({ url: `http://127.0.0.1:${port}`, requests });
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],

  // A proxy for everything but loopback, so that even a request outside Playwright's sight is seen.
  launchOptions: [
    async ({ launchOptions, beyond }, use) => {
      await use({ ...launchOptions, proxy: { server: beyond.url, bypass: '127.0.0.1' } });
    },
    { scope: 'worker' },
  ],

  site: async ({ basePath }, use) => {
    const server = await startServer({ folder: dist, path: basePath });
    let open = true;
    const close = async () => {
      if (open) await server.close();
      open = false;
    };
    await use({ ...server, close });
    await close();
  },

  watch: async ({ context, site, beyond }, use) => {
    const watch = watchContext(context, site);
    const before = beyond.requests.length;
    await use(watch);
    for (const page of context.pages()) {
      await expect(page.getByText('Wirescope made a mistake'), 'the error boundary').toHaveCount(0);
    }
    expect(beyond.requests.slice(before), 'requests beyond this machine').toEqual([]);
    expect(watch.requests, 'requests to anything but the own files').toEqual([]);
    expect(watch.violations, 'breaches of the content policy').toEqual([]);
    expect(watch.errors, 'errors').toEqual([]);
  },

  page: async ({ page, watch }, use) => {
    // Named so that the watch is set up before the first page opens and judged after the last one.
    expect(watch.errors).toEqual([]);
    await use(page);
  },
});

function watchContext(context: BrowserContext, site: Site): Watch {
  const watch: Watch = { requests: [], violations: [], errors: [] };
  const own = new URL(site.url);
  context.on('request', (request) => {
    const url = new URL(request.url());
    const local = url.protocol === 'data:' || url.protocol === 'blob:';
    const inside = url.origin === own.origin && url.pathname.startsWith(own.pathname);
    if (!local && !inside) watch.requests.push(request.url());
  });
  context.on('weberror', (error) => watch.errors.push(String(error.error())));
  context.on('console', (message) => {
    const text = message.text();
    // Chromium tells every breach here, those of workers too.
    if (/content security policy/i.test(text)) watch.violations.push(text);
    else if (message.type() === 'error') watch.errors.push(text);
  });
  return watch;
}

/** Axe over what is on the screen now, in both themes; all but minor faults fail. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    // Between the themes only colours differ.
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const grave = violations
      .filter(({ impact }) => impact !== 'minor')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary ?? ''}`).join('\n')}`,
      );
    expect(grave, `${where}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** Until the offline worker has stored the build and answers this page. */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller !== null) return;
    await new Promise<void>((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        resolve();
      });
    });
  });
}

export { expect };
