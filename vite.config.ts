/**
 * The build: a static page that works under any sub-path, its content policy, and the offline worker with the list of
 * what was built. It knows nothing about the app but its entry.
 */
import { createHash } from 'node:crypto';
import { chmod, readFile, readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, defineConfig, type Plugin, type ResolvedConfig } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import type { BuildList } from './src/offline/build-list';

/** Promise 1: no connection but the page's own files. Workers inherit it because they start from a blob. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only in the build: the development server needs inline styles and a socket. */
function contentPolicy(): Plugin {
  return {
    name: 'wirescope:content-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}

/** Builds `sw.js` beside the page, once everything else is written, because it carries the digest of every file. */
function offlineWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'wirescope:offline-worker',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const outDir = resolve(config.root, config.build.outDir);
        await build({
          configFile: false,
          root: config.root,
          logLevel: 'warn',
          define: { __BUILD_LIST__: JSON.stringify(await listOf(outDir)) },
          build: {
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target: config.build.target,
            lib: {
              entry: join(config.root, 'src/offline/sw.ts'),
              formats: ['iife'],
              name: 'offline',
              fileName: () => 'sw.js',
            },
          },
        });
      },
    },
  };
}

async function listOf(folder: string): Promise<BuildList> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'sw.js')
    .sort();
  const files = await Promise.all(
    paths.map(async (path) => {
      const digest = createHash('sha256').update(await readFile(join(folder, path)));
      return { path, integrity: `sha256-${digest.digest('base64')}` };
    }),
  );
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return { version, files };
}

/** What `npx` needs to run the command line: a first line that names its interpreter, and the right to be run. */
function commandLine(): Plugin {
  let outDir: string;
  return {
    name: 'wirescope:command-line',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
    config: () => ({
      // It runs without node_modules; the page's public files are none of its business.
      ssr: { noExternal: true },
      publicDir: false,
      define: { WIRESCOPE_VERSION: JSON.stringify(packageJson.version) },
      build: { target: 'node20', rollupOptions: { output: { banner: '#!/usr/bin/env node' } } },
    }),
    configResolved(resolved) {
      outDir = resolve(resolved.root, resolved.build.outDir);
    },
    async writeBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type === 'chunk' && output.isEntry) await chmod(join(outDir, output.fileName), 0o755);
      }
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [
    svelte({ configFile: false, compilerOptions: { runes: true } }),
    contentPolicy(),
    offlineWorker(),
    commandLine(),
  ],
  worker: { format: 'es' },
  build: {
    // Browsers that know `light-dark()` and OKLCH, so that the colours are not rewritten into twice their size.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
  },
});
