/** Real runs hold no credential: what the rules say of them are paths. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { secretReports } from '../../../src/analysis/secrets/secrets';

const folders = ['verifiers-v1/', 'verifiers-v0/', 'neighbours/'].map(
  (name) => new URL(`../../../../shared/samples/${name}`, import.meta.url),
);

describe.runIf(folders.every((folder) => existsSync(folder)))('real runs', () => {
  it('raise no alarm that is more than a path', () => {
    for (const folder of folders) {
      for (const name of readdirSync(folder).filter((file) => /\.(?:jsonl|json|traj)$/.test(file))) {
        for (const line of readFileSync(new URL(name, folder), 'utf8').split('\n')) {
          const grave = secretReports(line).filter(({ severity }) => severity !== 'low');
          expect(grave, name).toEqual([]);
        }
      }
    }
  });
});
