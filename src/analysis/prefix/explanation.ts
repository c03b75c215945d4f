/**
 * Why the history of a request changed: the request before it and its reply aligned with it, and a cause for every position
 * that differs. One explainer serves one trace and keeps what several calls need. It refuses to judge: that is the verdict's.
 */
import type { NodeIndex } from '../../model/ids';
import { nodeIndex } from '../../model/ids';
import { NONE } from '../graph';
import { AlignedMessages } from './aligned-messages';
import type { Alignment } from './alignment';
import { ALIGNED_CELLS, align } from './alignment';
import type { Cause } from './cause-words';
import { rankOf } from './cause-words';
import type { Lanes } from './lanes';
import { exactPaths, laneSizes, lanesOf } from './lanes';
import { MessageChanges } from './message-changes';
import { nodeAtDepth } from './paths';
import type { Quote } from './quotations';
import { Quotations } from './quotations';
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
}

/** What all requests of a trace together may take to be laid side by side in full; real traces stay far below. */
const WORK_OF_A_TRACE: Work = { messages: 50_000_000, cells: 2_000_000_000 };

interface Work {
  readonly messages: number;
  readonly cells: number;
}

interface Noted {
  readonly cause: Cause;
  readonly position: number;
}

/** Positions of later lanes come after all of earlier ones. */
const SYSTEM_LANE = 2 ** 40;
const FRONT_LANE = 2 ** 41;
const MESSAGE_LANE = 2 ** 42;

/** Two requests: the earlier one's reply, the later one's, and whether the harness declared a compaction between them. */
export interface TwoRequests {
  readonly baseline: NodeIndex;
  readonly node: NodeIndex;
  readonly isAfterCompaction: boolean;
}

export class Explainer {
  readonly #continuity: Continuity;
  readonly #cells: number;
  readonly #messages: AlignedMessages;
  readonly #changes: MessageChanges;
  readonly #quotations: Quotations;
  readonly #budget: Work;
  #exact: Int32Array | null = null;
  #lane: number | null = null;

  constructor(continuity: Continuity, { cells = ALIGNED_CELLS, work = WORK_OF_A_TRACE } = {}) {
    this.#continuity = continuity;
    this.#cells = cells;
    this.#budget = work;
    this.#messages = new AlignedMessages(continuity);
    this.#changes = new MessageChanges(continuity);
    this.#quotations = new Quotations(continuity);
  }

  /** Both paths must be sound. */
  explain(requests: TwoRequests): Explanation {
    const { baseline, node, isAfterCompaction } = requests;
    const lanes = lanesOf(this.#continuity, baseline, node, this.#exactPaths(), this.#most());
    const noted: Noted[] = [...this.#toolCauses(requests), ...this.#frontCauses(requests, lanes)];
    const added: { readonly fresh: number; readonly position: number }[] = [];
    for (const [index, [old, fresh]] of lanes.systems.entries()) {
      const position = SYSTEM_LANE + index;
      const causes = this.#changes.ofSystems(old, fresh);
      for (const cause of causes) noted.push({ cause, position });
      if (fresh !== null && causes.includes('system_prompt_changed')) added.push({ fresh, position });
    }
    const { pairs, limited } = this.#align(requests, lanes);
    let position = MESSAGE_LANE;
    for (const gap of gapsOf(pairs, lanes.old, lanes.fresh)) {
      // Behind the last pair of a lane that was cut nothing is known to be gone.
      const isKnown = lanes.isWhole || gap.pair !== null;
      if (isKnown && gap.old.some((old) => old !== baseline))
        noted.push({ cause: 'messages_removed', position });
      if (gap.fresh.length > 0 && gap.pair !== null) noted.push({ cause: 'messages_inserted', position });
      for (const fresh of gap.fresh) added.push({ fresh, position });
      const causes = gap.pair === null ? [] : this.#changes.of(...gap.pair);
      for (const cause of causes) noted.push({ cause, position: position + 1 });
      position += 2;
    }
    // Only where something is gone may a quotation stand for it; most requests are spared the search.
    const mayQuote = !isAfterCompaction && noted.some(({ cause }) => cause === 'messages_removed');
    const source = mayQuote ? this.#longestQuote(requests, added) : null;
    if (source !== null) noted.push({ cause: 'compaction_inferred', position: source.position });
    if (isAfterCompaction) noted.push(...declaredCompaction(noted));
    return {
      causes: inOrder(noted).map((cause) =>
        cause === 'compaction_inferred' && source !== null ? `${cause}:${source.reply}` : cause,
      ),
      limited: limited || !lanes.isWhole,
      replyReturned: lanes.isWhole && (lanes.old.length === 0 || pairs.at(-1)?.[0] === lanes.old.length - 1),
    };
  }

  #exactPaths(): Int32Array {
    return (this.#exact ??= exactPaths(this.#continuity));
  }

  /**
   * How many messages of a lane are looked at. All, unless the requests of the trace together would take too long: then as
   * many for each, whichever is asked first.
   */
  #most(): number {
    if (this.#lane !== null) return this.#lane;
    const { paths, predecessors } = this.#continuity;
    let [messages, cells, pairs] = [0, 0, 0];
    for (const [reply, outcome] of predecessors) {
      if (outcome.kind !== 'known' || paths.sound[reply] !== 1 || paths.sound[outcome.baseline] !== 1)
        continue;
      const node = nodeIndex(reply);
      const { front, old, fresh } = laneSizes(this.#continuity, outcome.baseline, node, this.#exactPaths());
      pairs += 1;
      messages += front + old + fresh;
      cells += old * fresh > this.#cells ? 0 : old * fresh;
    }
    const isWithin = messages <= this.#budget.messages && cells <= this.#budget.cells;
    const share = Math.min(this.#budget.messages / (4 * pairs), Math.sqrt(this.#budget.cells / pairs));
    this.#lane = isWithin ? Infinity : Math.max(1, Math.floor(share));
    return this.#lane;
  }

  /** The two requests side by side, from where their nodes part. */
  steps(requests: TwoRequests): readonly Step[] {
    const lanes = lanesOf(this.#continuity, requests.baseline, requests.node, null);
    const steps: Step[] = lanes.systems.map(([old, fresh]) =>
      systemStep(old, fresh, this.#changes.ofSystems(old, fresh)),
    );
    const front: Step[] = [];
    this.#upTheFront(requests, lanes, (old, fresh) => {
      front.push(...stepsOf({ old: [], fresh: [], pair: [old, fresh] }, NONE, this.#changes.of(old, fresh)));
    });
    steps.push(...front.reverse());
    const { pairs } = this.#align(requests, lanes);
    for (const gap of gapsOf(pairs, lanes.old, lanes.fresh)) {
      const causes = gap.pair === null ? [] : this.#changes.of(...gap.pair);
      steps.push(...stepsOf(gap, requests.baseline, causes));
    }
    return steps;
  }

  #align({ baseline, node, isAfterCompaction }: TwoRequests, lanes: Lanes): Alignment {
    // Most requests go on from the reply itself: there is nothing to align.
    if (lanes.old.length === 0) return { pairs: [], limited: false };
    const quotes = new Map<number, boolean>();
    const quotesReply = (position: number): boolean => {
      const known = quotes.get(position);
      if (known !== undefined) return known;
      const found = this.#quotations.of(lanes.fresh[position] ?? NONE, baseline, node) !== null;
      quotes.set(position, found);
      return found;
    };
    return align(
      lanes.old.map((one) => this.#messages.of(one)),
      lanes.fresh.map((one) => this.#messages.of(one)),
      { edits: !isAfterCompaction, quotesReply },
      this.#cells,
    );
  }

  #toolCauses({ baseline, node }: TwoRequests): Noted[] {
    const { roots } = this.#continuity.paths;
    const before = roots[baseline] ?? baseline;
    const after = roots[node] ?? node;
    if (before === after) return [];
    const causes = toolCauses(namedTools(this.#continuity, before), namedTools(this.#continuity, after));
    return [...causes].map(([cause, position]) => ({ cause, position }));
  }

  /** Messages of the front are equal but for form or tokens; what counts is where each of these comes first. */
  #frontCauses(requests: TwoRequests, lanes: Lanes): Noted[] {
    if (this.#continuity.tokens === null) return this.#firstForm(requests, lanes);
    const first = new Map<Cause, number>();
    // From the end to the start, so that what is written last comes first.
    this.#upTheFront(requests, lanes, (old, fresh, depth) => {
      for (const cause of this.#changes.of(old, fresh)) first.set(cause, FRONT_LANE + depth);
    });
    return [...first].map(([cause, position]) => ({ cause, position }));
  }

  /** Without token ids only form can differ, and the first place is enough. */
  #firstForm({ baseline, node }: TwoRequests, { front }: Lanes): Noted[] {
    const { paths } = this.#continuity;
    for (let depth = front.start; depth < front.end; depth += 1) {
      const [cause] = this.#changes.of(nodeAtDepth(paths, baseline, depth), nodeAtDepth(paths, node, depth));
      if (cause !== undefined) return [{ cause, position: FRONT_LANE + depth }];
    }
    return [];
  }

  #upTheFront(
    { baseline, node }: TwoRequests,
    { front }: Lanes,
    visit: (old: number, fresh: number, depth: number) => void,
  ): void {
    const { paths } = this.#continuity;
    if (front.end === front.start) return;
    let old = nodeAtDepth(paths, baseline, front.end - 1);
    let fresh = nodeAtDepth(paths, node, front.end - 1);
    for (let depth = front.end - 1; depth >= front.start; depth -= 1) {
      visit(old, fresh, depth);
      old = paths.parents[old] ?? NONE;
      fresh = paths.parents[fresh] ?? NONE;
    }
  }

  /** The longest run, then the lowest reply. */
  #longestQuote(
    { baseline, node }: TwoRequests,
    added: readonly { readonly fresh: number; readonly position: number }[],
  ): (Quote & { readonly position: number }) | null {
    let best: (Quote & { readonly position: number }) | null = null;
    for (const { fresh, position } of added) {
      const quote = this.#quotations.of(fresh, baseline, node);
      if (quote === null) continue;
      const { reply, length } = quote;
      if (best === null || length > best.length || (length === best.length && reply < best.reply)) {
        best = { reply, length, position };
      }
    }
    return best;
  }
}

/** At the first position that differs by more than tokens. */
function declaredCompaction(noted: readonly Noted[]): Noted[] {
  let first = Infinity;
  for (const { cause, position } of noted) if (cause !== 'retokenised') first = Math.min(first, position);
  return first === Infinity ? [] : [{ cause: 'compaction_declared', position: first }];
}

function inOrder(noted: readonly Noted[]): readonly Cause[] {
  const sorted = noted.toSorted(
    (left, right) => left.position - right.position || rankOf(left.cause) - rankOf(right.cause),
  );
  return [...new Set(sorted.map(({ cause }) => cause))];
}
