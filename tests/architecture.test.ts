/** Holds the floors: imports point down or sideways only where the table of ARCHITECTURE.md says. */
import { describe, expect, it } from 'vitest';

const sources: Record<string, string> = import.meta.glob('../src/**/*.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

interface Floor {
  readonly mayImport: readonly RegExp[];
  readonly packages: readonly RegExp[];
  readonly rule: string;
}

const none = /^$/;
const FLOORS: Record<string, Floor> = {
  model: { mayImport: [/^model\//], packages: [none], rule: 'model imports only itself' },
  reading: {
    mayImport: [/^model\//, /^reading\//],
    packages: [/^zod$/],
    rule: 'reading sees model; zod; fflate in gzip.ts only',
  },
  analysis: {
    mayImport: [/^model\//, /^analysis\//],
    packages: [none],
    rule: 'analysis sees model only; @noble/hashes in sha256.ts and diff in prefix/text-diff.ts only',
  },
  layout: {
    mayImport: [/^model\//, /^analysis\//, /^layout\//],
    packages: [/^d3-(array|scale|shape|hierarchy)$/],
    rule: 'layout sees model, and types of analysis; d3 for geometry',
  },
  storage: {
    mayImport: [/^model\//, /^storage\//],
    packages: [/^idb$/, /^zod\/mini$/],
    rule: 'storage sees model; idb',
  },
  worker: {
    mayImport: [/^(model|reading|analysis|layout|storage|worker)\//],
    packages: [none],
    rule: 'worker sees the four rooms and model, no packages',
  },
  store: {
    mayImport: [/^worker\/(\w+\/)?(client|protocol)$/, /^(storage|layout|analysis|model|store)\//],
    packages: [/^svelte(\/|$)/, /^zod\/mini$/],
    rule: 'store reaches the worker through client and protocol alone, and never reading',
  },
  views: {
    mayImport: [/^(store|layout|model|views)\//],
    packages: [/^svelte(\/|$)/, /^d3-format$/, /^marked$/, /^lowlight/, /^highlight\.js/],
    rule: 'views see store, layout and model; never storage, worker or reading',
  },
  cli: {
    mayImport: [/^(reading|analysis|model|cli)\//],
    packages: [/^node:/],
    rule: 'cli sees reading, analysis, model',
  },
};

/** Packages that one file alone may import. */
const ONE_FILE: Record<string, string> = {
  fflate: 'reading/gzip',
  '@noble/hashes/sha2.js': 'analysis/sha256',
  diff: 'analysis/prefix/text-diff',
  'd3-zoom': 'views/shared/panzoom',
  'd3-selection': 'views/shared/panzoom',
};

function importsOf(text: string): { specifier: string; typeOnly: boolean }[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? '',
    typeOnly: match[1] !== undefined,
  }));
}

function resolve(file: string, specifier: string): string {
  const segments = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') segments.pop();
    else if (part !== '.') segments.push(part);
  }
  return segments.join('/').replace(/\.(ts|svelte|svelte\.ts)$/, '');
}

export function violations(files: Record<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of Object.entries(files)) {
    const file = path.replace(/^.*?src\//, '');
    const floor = FLOORS[file.split('/')[0] ?? ''];
    if (floor === undefined) continue;
    const own = file.replace(/\.(ts|svelte)$/, '');
    for (const { specifier, typeOnly } of importsOf(text)) {
      const relative = specifier.startsWith('.');
      const target = relative ? resolve(file, specifier) : specifier;
      if (ONE_FILE[specifier] === own) continue;
      const allowed = relative ? floor.mayImport : floor.packages;
      if (!allowed.some((pattern) => pattern.test(target)))
        found.push(`${file} → ${specifier}: ${floor.rule}`);
      if (file.startsWith('layout/') && target.startsWith('analysis/') && !typeOnly) {
        found.push(`${file} → ${specifier}: layout may take only types from analysis`);
      }
    }
  }
  return found;
}

describe('the floors', () => {
  it('hold in every file', () => {
    expect(violations(sources)).toEqual([]);
    expect(Object.keys(sources).length).toBeGreaterThan(5);
  });

  it('fail on a planted upward import', () => {
    expect(violations({ '../src/model/ids.ts': "import { x } from '../reading/records';" })).toHaveLength(1);
    expect(
      violations({ '../src/views/a/B.svelte': "<script>\n  import x from '../../storage/database';" }),
    ).toHaveLength(1);
    expect(violations({ '../src/layout/a.ts': "import { x } from '../analysis/graph';" })).toHaveLength(1);
    expect(violations({ '../src/layout/a.ts': "import type { X } from '../analysis/graph';" })).toHaveLength(
      0,
    );
  });
});
