/**
 * Which trace of the run each edge set and ledger is for. Runs are larger than memory and the trace may come anywhere, so the
 * run is read twice: here for its request ids alone, and then for the report. Without edges it is read once.
 */
import type { EdgePlan } from '../analysis/matching/edge-matching';
import { EdgeMatching } from '../analysis/matching/edge-matching';
import type { CyclePolicy } from '../analysis/semantic-types';
import type { LegacyMetadata } from '../reading/legacy-metadata';
import type { EdgeFiles } from './edge-files';
import { findEdgeFiles } from './edge-files';
import type { Input } from './inputs';
import type { OpenFiles } from './open-files';
import { plain } from './plain-text';
import type { Progress } from './progress';
import { readThrough } from './read-through';
import type { SessionFiles } from './session-files';

export interface EdgeWish {
  readonly edges: readonly string[];
  readonly trace: string | null;
  readonly policy: CyclePolicy;
}

export interface FoundEdges extends Pick<EdgeFiles, 'problems' | 'leftOut' | 'warned'> {
  readonly plan: EdgePlan;
}

const NOTHING: EdgePlan = { edgesOf: () => null, unmatched: [] };

export async function planEdges(
  { edges, trace, policy }: EdgeWish,
  inputs: readonly Input[],
  metadata: readonly (LegacyMetadata | null)[],
  files: OpenFiles,
  sessions: SessionFiles,
  progress: Progress,
): Promise<FoundEdges> {
  const { sources: read, inputs: own, ...standing } = await findEdgeFiles(edges, inputs, files);
  const { members } = sessions;
  const isBesideRun = [...inputs.keys()].some((index) => !members.has(index) && !own.has(index));
  const sources = isBesideRun ? [...read, ...(await sessions.sources())] : read;
  if (sources.length === 0) return { plan: NOTHING, ...(trace === null ? standing : forNothing(standing)) };
  const matching = new EdgeMatching(sources, { trace, policy });
  let traces = 0;
  for (const [source, input] of inputs.entries()) {
    if (own.has(source) || members.has(source)) continue;
    const file = await files.open(input).catch(() => null);
    // Told of when it is opened for the report.
    if (file === null) continue;
    try {
      const events = readThrough(file.source, { metadata: metadata[source] ?? null, tokens: 'skip' });
      let records = 0;
      for await (const event of events) {
        records += 1;
        progress.update(plain(input.shown), file.taken(), file.source.size, records);
        if (event.kind !== 'record' || event.reading.kind !== 'episode') continue;
        for (const [index, one] of event.reading.episode.traces.entries()) {
          matching.see({ source, record: event.line, trace: index }, one);
          traces += 1;
        }
      }
    } finally {
      await file.close();
    }
  }
  progress.clear();
  // Files of edges without any run beside them are looked at as files, and nothing more is asked of them.
  if (traces === 0 && edges.length === 0) return { plan: NOTHING, ...standing };
  return { plan: matching.plan(), ...standing };
}

/** A trace was named, and nothing was given that could be applied to it. */
function forNothing(standing: Omit<FoundEdges, 'plan'>): Omit<FoundEdges, 'plan'> {
  const problem = '--trace names a trace for edges, and no edge set or ledger was given';
  return { ...standing, problems: [...standing.problems, problem], leftOut: true };
}
