/**
 * Why the history of a request changed: the request before it and its reply aligned with it, and a cause for every position
 * that differs. One explainer serves one trace and keeps what several calls need. It refuses to judge: that is the verdict's.
 */
import type { NodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import { AlignedMessages } from './aligned-messages';
import { ALIGNED_CELLS, align } from './alignment';
import type { Cause } from './cause-words';
import { rankOf } from './cause-words';
import { differencesOf } from './differences';
import { lengthOf, nodeAtDepth, nodesFrom, sharedLength } from './paths';
import { Quotations } from './quotations';
import type { Quote } from './quotes';
import type { Step } from './steps';
import { gapsOf, stepsOf, systemStep } from './steps';
import { namedTools, toolCauses } from './tool-causes';
import type { Continuity } from './trace-continuity';

export interface Explanation {
  /** In order of first position, each once; `compaction_inferred:N` names the node of the quoted reply. */
  readonly causes: readonly string[];
  /** The requests were too long to be aligned in full: only equal texts are paired. */
  readonly limited: boolean;
  /** The request goes on from the reply, as it was or changed. */
  readonly replyReturned: boolean;
  /** Leading system prompts by index, then messages; from where the nodes of the two requests part. */
  readonly steps: readonly Step[];
}

interface Noted {
  readonly cause: Cause;
  readonly position: number;
}

interface QuoteAt extends Quote {
  readonly position: number;
}

/** Positions of later lanes come after all of earlier ones. */
const SYSTEM_LANE = 2 ** 40;
const MESSAGE_LANE = 2 ** 41;

export class Explainer {
  readonly #continuity: Continuity;
  readonly #cells: number;
  readonly #messages: AlignedMessages;
  readonly #quotations: Quotations;
  readonly #differences = new Map<number, readonly Cause[]>();

  constructor(continuity: Continuity, cells = ALIGNED_CELLS) {
    this.#continuity = continuity;
    this.#cells = cells;
    this.#messages = new AlignedMessages(continuity);
    this.#quotations = new Quotations(continuity);
  }

  /** Both paths must be sound. */
  explain(baseline: NodeIndex, node: NodeIndex, isAfterCompaction: boolean): Explanation {
    const lanes = this.#lanes(baseline, node);
    const noted: Noted[] = [...this.#toolCauses(baseline, node)];
    const steps: Step[] = [];
    const quotes = new Map<number, Quote | null>();
    const quotedBy = (fresh: number): Quote | null => {
      const known = quotes.get(fresh);
      if (known !== undefined) return known;
      const found = isAfterCompaction ? null : this.#quotations.of(fresh, baseline, node);
      quotes.set(fresh, found);
      return found;
    };
    const found: QuoteAt[] = [];
    const lookForQuote = (fresh: number, position: number) => {
      const quote = quotedBy(fresh);
      if (quote !== null) found.push({ ...quote, position });
    };

    for (const [index, [old, fresh]] of lanes.systems.entries()) {
      const position = SYSTEM_LANE + index;
      const causes = this.#systemCauses(old, fresh);
      for (const cause of causes) noted.push({ cause, position });
      if (fresh !== null && causes.includes('system_prompt_changed')) lookForQuote(fresh, position);
      steps.push(systemStep(old, fresh, causes));
    }

    const { pairs, limited } = align(
      lanes.old.map((one) => this.#messages.of(one)),
      lanes.fresh.map((one) => this.#messages.of(one)),
      {
        edits: !isAfterCompaction,
        quotesReply: (position) => quotedBy(lanes.fresh[position] ?? NONE) !== null,
      },
      this.#cells,
    );
    let position = MESSAGE_LANE;
    for (const gap of gapsOf(pairs, lanes.old, lanes.fresh)) {
      const causes = gap.pair === null ? [] : this.#pairCauses(...gap.pair);
      if (gap.old.some((old) => old !== baseline)) noted.push({ cause: 'messages_removed', position });
      if (gap.fresh.length > 0 && gap.pair !== null) noted.push({ cause: 'messages_inserted', position });
      for (const fresh of gap.fresh) lookForQuote(fresh, position);
      for (const cause of causes) noted.push({ cause, position: position + 1 });
      steps.push(...stepsOf(gap, baseline, causes));
      position += 2;
    }

    if (isAfterCompaction) noted.push(...declaredCompaction(noted));
    const source = noted.some(({ cause }) => cause === 'messages_removed') ? longestOf(found) : null;
    if (source !== null) noted.push({ cause: 'compaction_inferred', position: source.position });
    return {
      causes: inOrder(noted).map((cause) =>
        cause === 'compaction_inferred' && source !== null ? `${cause}:${source.reply}` : cause,
      ),
      limited,
      replyReturned: lanes.old.length === 0 || pairs.at(-1)?.[0] === lanes.old.length - 1,
      steps,
    };
  }

  /** The two requests from where their nodes part; the old messages end in the reply. */
  #lanes(baseline: NodeIndex, node: NodeIndex) {
    const { paths } = this.#continuity;
    const last = paths.parents[baseline] ?? NONE;
    const lastFresh = paths.parents[node] ?? NONE;
    const shared = sharedLength(paths, baseline, lastFresh, null);
    const before = last === NONE ? 0 : (paths.systems[last] ?? 0);
    const after = lastFresh === NONE ? 0 : (paths.systems[lastFresh] ?? 0);
    const systems: [number | null, number | null][] = [];
    for (let index = shared; index < Math.max(before, after); index += 1) {
      systems.push([
        index < before ? nodeAtDepth(paths, last, index) : null,
        index < after ? nodeAtDepth(paths, lastFresh, index) : null,
      ]);
    }
    // Where the numbers of leading system prompts differ, a shared node may stand in different lanes.
    const skipped = before === after ? Math.max(shared, before) : null;
    return {
      systems,
      old: nodesFrom(paths, baseline, skipped ?? before),
      fresh: lengthOf(paths, lastFresh) === 0 ? [] : nodesFrom(paths, lastFresh, skipped ?? after),
    };
  }

  #toolCauses(baseline: number, node: number): Noted[] {
    const { roots } = this.#continuity.paths;
    const before = roots[baseline] ?? baseline;
    const after = roots[node] ?? node;
    if (before === after) return [];
    const causes = toolCauses(namedTools(this.#continuity, before), namedTools(this.#continuity, after));
    return [...causes].map(([cause, position]) => ({ cause, position }));
  }

  #systemCauses(old: number | null, fresh: number | null): readonly Cause[] {
    if (old === null || fresh === null) return ['system_prompt_changed'];
    const causes = this.#pairCauses(old, fresh);
    const isText = causes.some((cause) => cause !== 'content_form' && cause !== 'retokenised');
    return isText ? ['system_prompt_changed'] : causes;
  }

  #pairCauses(old: number, fresh: number): readonly Cause[] {
    const { digests, tokens, trace } = this.#continuity;
    if (old === fresh || digests.opaque[old] === 1 || digests.opaque[fresh] === 1) return [];
    if (digests.messages[old] === digests.messages[fresh]) {
      const before = tokens?.ids[old] ?? 0;
      const after = tokens?.ids[fresh] ?? 0;
      return before !== 0 && after !== 0 && before !== after ? ['retokenised'] : [];
    }
    if (digests.forms[old] === digests.forms[fresh]) return ['content_form'];
    const key = old * trace.nodes.length + fresh;
    const known = this.#differences.get(key);
    if (known !== undefined) return known;
    const before = trace.nodes[old]?.message;
    const after = trace.nodes[fresh]?.message;
    const causes = before === undefined || after === undefined ? [] : differencesOf(before, after);
    this.#differences.set(key, causes);
    return causes;
  }
}

/** At the first position that differs by more than tokens. */
function declaredCompaction(noted: readonly Noted[]): Noted[] {
  let first = Infinity;
  for (const { cause, position } of noted) if (cause !== 'retokenised') first = Math.min(first, position);
  return first === Infinity ? [] : [{ cause: 'compaction_declared', position: first }];
}

/** The longest run, then the lowest reply. */
function longestOf(quotes: readonly QuoteAt[]): QuoteAt | null {
  return quotes.reduce<QuoteAt | null>((best, quote) => {
    if (best === null || quote.length > best.length) return quote;
    return quote.length === best.length && quote.reply < best.reply ? quote : best;
  }, null);
}

function inOrder(noted: readonly Noted[]): readonly Cause[] {
  const sorted = noted.toSorted(
    (left, right) => left.position - right.position || rankOf(left.cause) - rankOf(right.cause),
  );
  return [...new Set(sorted.map(({ cause }) => cause))];
}
