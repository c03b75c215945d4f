import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const root = new URL('../..', import.meta.url).pathname;
/** Against hanging, not against slowness: the machine may be busy. */
const testTimeout = 30_000;

export default defineConfig({
  root,
  test: {
    // A difference of two long texts is told by its beginning, or the telling takes minutes.
    diff: { truncateThreshold: 200 },
    projects: [
      {
        root,
        plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'pure',
          environment: 'node',
          testTimeout,
          include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
          exclude: ['tests/views/**', 'tests/e2e/**'],
        },
      },
      {
        root,
        plugins: [svelte({ configFile: false, compilerOptions: { runes: true } })],
        resolve: { conditions: ['browser'] },
        test: {
          name: 'views',
          environment: 'jsdom',
          testTimeout,
          include: ['tests/views/**/*.test.ts'],
        },
      },
    ],
  },
});
