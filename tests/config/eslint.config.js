/** The linter: types, floors and house rules. Formatting is prettier's; import directions are the floors test's. */
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

const page = ['window', 'document', 'navigator', 'location', 'history', 'localStorage', 'sessionStorage'];
const database = ['indexedDB', 'caches'];
const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'importScripts'];
const workers = ['Worker', 'SharedWorker'];

/**
 * What a floor may not reach for, though the browser would hand it over.
 * @param {string[]} files
 * @param {string[]} names
 * @param {string} message
 */
function floor(files, names, message) {
  return {
    files,
    rules: {
      'no-restricted-globals': /** @type {['error', ...{ name: string, message: string }[]]} */ ([
        'error',
        ...names.map((name) => ({ name, message })),
      ]),
    },
  };
}

const noMarkup = {
  selector:
    'AssignmentExpression > MemberExpression.left[property.name=/^(innerHTML|outerHTML|srcdoc)$/], CallExpression > MemberExpression.callee[property.name=/^(insertAdjacentHTML|setHTMLUnsafe)$/]',
  message: 'Text from a trace is never markup.',
};
const noBarrel = {
  selector: 'ExportAllDeclaration',
  message: 'No barrel files: import from the file itself.',
};
const namedOnly = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

export default defineConfig(
  globalIgnores([
    'dist/',
    'public/',
    'node_modules/',
    '.cache/',
    'test-results/',
    'playwright-report/',
    'tests/fixtures/',
  ]),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: true,
        tsconfigRootDir: new URL('../..', import.meta.url).pathname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      'no-undef': 'off', // the compiler knows better
      eqeqeq: 'error',
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', noMarkup, noBarrel],
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'svelte/no-at-html-tags': 'error',
      // Hash links are built by `formatRoute`; there is no SvelteKit router here.
      'svelte/no-navigation-without-resolve': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Generators and entry points are `async` by contract even where one body happens not to wait.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig: { compilerOptions: { runes: true } } },
    },
  },
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', noMarkup, noBarrel, namedOnly] },
  },
  {
    files: ['src/model/ids.ts', 'src/worker/**/entry.ts'],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
  floor(
    ['src/model/**', 'src/reading/**', 'src/analysis/**', 'src/layout/**'],
    [...page, ...database, ...network, ...workers],
    'This floor computes: it runs in Node and in a worker, and touches neither page, storage nor network.',
  ),
  floor(
    ['src/storage/**'],
    [...page.filter((name) => !/^(navigator|localStorage)$/.test(name)), ...network, ...workers],
    'storage touches IndexedDB, navigator.storage and localStorage, nothing else.',
  ),
  floor(
    ['src/worker/**'],
    [...page.filter((name) => name !== 'navigator'), ...database, ...network],
    'A worker has no page; bytes come from storage, never from a network.',
  ),
  floor(
    ['src/store/**'],
    ['document', ...database, ...workers, ...network.filter((name) => name !== 'fetch')],
    'store holds state: components touch the page, storage and worker clients the rest.',
  ),
  floor(
    ['src/views/**'],
    [...database, ...network, ...workers, 'localStorage', 'sessionStorage'],
    'views draw: ask the store.',
  ),
  {
    files: ['src/cli/**', 'tests/tools/**', 'tests/bench/**'],
    rules: { 'no-console': 'off' },
  },
  {
    // Vitest's matchers and table callbacks take any value by design; casts make hostile input.
    files: ['tests/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  { files: ['**/*.js', '**/*.mjs'], extends: [ts.configs.disableTypeChecked] },
);
