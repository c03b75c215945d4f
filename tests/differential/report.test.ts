/**
 * Our report against the answers of the real package, figure by figure, on every episode that it wrote; and what the
 * fixtures must hold for that to mean something.
 */
import { describe, expect, it } from 'vitest';
import { episodeFindings } from '../../src/analysis/findings';
import { episodeReport } from '../../src/analysis/report';
import type { EpisodeReport } from '../../src/analysis/report-types';
import { figuresOf } from './figures';
import type { Version } from './fixtures';
import { EPISODE_FILES, VERSIONS, answeredEpisodes, hashedMessages, readEpisodes } from './fixtures';

/** How much the fixtures hold: a generator that stops making one of these would show here. */
const HELD: Record<Version, Record<string, number>> = {
  '0.4.0': {
    episodes: 341,
    traces: 367,
    branches: 818,
    figures: 21_916,
    'branches out of training': 24,
    'branches with tokens': 269,
    'truncated traces': 78,
    'traces with errors': 24,
    'traces of several branches': 170,
    'unknown rewards': 3,
    'totals that two rules count differently': 90,
    'hashed messages': 141,
  },
  '0.3.2.dev60': {
    episodes: 337,
    traces: 363,
    branches: 808,
    figures: 21_666,
    'branches out of training': 24,
    'branches with tokens': 266,
    'truncated traces': 74,
    'traces with errors': 24,
    'traces of several branches': 164,
    'unknown rewards': 3,
    'totals that two rules count differently': 0,
    'hashed messages': 141,
  },
};

const FIXTURES = await Promise.all(
  VERSIONS.map(async (version) => {
    const answered = (await answeredEpisodes(version)).map(async (one) => ({
      ...one,
      report: await episodeReport(one.reading.episode, { line: one.line, byte: 0 }),
    }));
    return { version, answered: await Promise.all(answered) };
  }),
);

describe.each(FIXTURES)('the report, verifiers $version', ({ version, answered }) => {
  const families = [...new Set(answered.map(({ answer }) => answer.family))];

  it.each(families)('%s: every figure agrees', (family) => {
    const wrong = answered
      .filter(({ answer }) => answer.family === family)
      .flatMap(({ reading, report, answer, line }) =>
        figuresOf(version, reading.episode, report, answer)
          .filter(({ ours, theirs }) => !agree(ours, theirs))
          .map(
            ({ name, ours, theirs }) => `line ${line} ${name}: ours ${shown(ours)}, theirs ${shown(theirs)}`,
          ),
      );
    expect(wrong).toEqual([]);
  });

  it.each(EPISODE_FILES)('%s: read whole, and the same without token arrays', async (name) => {
    const whole = await readEpisodes(version, name);
    const count = whole.readings.length;
    expect(whole.end).toMatchObject({
      container: name.endsWith('.gz') ? 'gzip+jsonl' : 'jsonl',
      dialect: 'verifiers_episode',
      records: { total: count, read: count, repaired: 0, skipped: 0 },
    });
    const indexed = await readEpisodes(version, name, 'skip');
    const reports = await Promise.all(
      [whole, indexed].map(({ readings }) =>
        Promise.all(
          readings.map(async ({ episode }, index) =>
            withoutTokens(await episodeReport(episode, { line: index, byte: 0 })),
          ),
        ),
      ),
    );
    expect(reports[1]).toEqual(reports[0]);
  });

  it('finds nothing odd but numbers that JSON cannot hold, streams made too short and what was made to be told', () => {
    const found = answered.flatMap(({ reading: { episode, diagnostics }, report, answer, line }) => {
      const at = { line, byte: 0 };
      const traces = report.traces.flatMap((trace) => trace.diagnostics);
      return [...diagnostics, ...episodeFindings(episode, at), ...traces].map(({ code, severity, path }) =>
        severity === 'info'
          ? `info: ${code}`
          : `${answer.family}: ${code} ${path?.replaceAll(/\d+/g, 'n') ?? ''}`,
      );
    });
    expect([...new Set(found)].sort()).toEqual([
      // Calls outside the harness's history, retries that commit twice, and traces of several conversations.
      'info: call-without-id',
      'info: request-id-repeated',
      'info: several-roots',
      'scores: unknown-score /rewards/a',
      'scores: unknown-score /rewards/a/weight',
      'trained: length-mismatch /nodes/n/trainer_logprobs',
    ]);
  });

  it('compares thousands of figures of all kinds', () => {
    const traces = answered.flatMap(({ answer }) => answer.traces);
    const branches = traces.flatMap((trace) => trace.branches);
    const count = (found: readonly unknown[]) => found.length;
    expect({
      episodes: count(answered),
      traces: count(traces),
      branches: count(branches),
      figures: count(
        answered.flatMap(({ reading, report, answer }) =>
          figuresOf(version, reading.episode, report, answer),
        ),
      ),
      'branches out of training': count(branches.filter(({ trainable }) => !trainable)),
      'branches with tokens': count(branches.filter(({ token_ids }) => token_ids > 0)),
      'truncated traces': count(traces.filter(({ is_truncated }) => is_truncated)),
      'traces with errors': count(traces.filter(({ last_error }) => last_error !== null)),
      'traces of several branches': count(traces.filter(({ num_branches }) => num_branches > 1)),
      'unknown rewards': count(traces.filter(({ reward }) => !Number.isFinite(reward))),
      'totals that two rules count differently': count(
        traces.filter(
          ({ tokens, branches: own }) => tokens.total !== own.reduce((sum, one) => sum + one.tokens.total, 0),
        ),
      ),
      'hashed messages': count(hashedMessages(version)),
    }).toEqual(HELD[version]);
  });
});

/** Findings on token streams need the streams; everything else does not. */
/** Without findings about streams, and without what only token ids tell of requests and forks. */
function withoutTokens(report: EpisodeReport): unknown {
  return {
    ...report,
    traces: report.traces.map((trace) => ({
      ...trace,
      diagnostics: null,
      forks: trace.forks.map(({ parent, children }) => ({ parent, children })),
      requests: trace.requests.map((request) => ({
        ...request,
        causes: request.causes.filter((cause) => cause !== 'retokenised'),
        tokens_reused: null,
        reply_tokens_reused: null,
        reprocessed: null,
      })),
    })),
  };
}

/** Numbers agree to twelve digits: addends can come in another order than in the package. */
function agree(ours: unknown, theirs: unknown): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return (
      Object.is(ours, theirs) || Math.abs(ours - theirs) <= 1e-12 * Math.max(Math.abs(ours), Math.abs(theirs))
    );
  }
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.length === theirs.length && ours.every((one, index) => agree(one, theirs[index]));
  }
  if (isRecord(ours) && isRecord(theirs)) {
    const names = Object.keys(ours);
    return (
      names.length === Object.keys(theirs).length && names.every((name) => agree(ours[name], theirs[name]))
    );
  }
  return ours === theirs;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}
