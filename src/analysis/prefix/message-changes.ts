/**
 * What has become of the messages of one trace, pair by pair, by the numbers of their digests first: texts are read only
 * where those do not tell, and once. An opaque message on either side is no cause.
 */
import type { Cause } from './cause-words';
import { differencesOf } from './differences';
import type { Continuity } from './trace-continuity';

const NOTHING: readonly Cause[] = [];
const CONTENT_FORM: readonly Cause[] = ['content_form'];
const RETOKENISED: readonly Cause[] = ['retokenised'];
const SYSTEM_PROMPT: readonly Cause[] = ['system_prompt_changed'];

export class MessageChanges {
  readonly #continuity: Pick<Continuity, 'trace' | 'digests' | 'tokens'>;
  readonly #known = new Map<number, readonly Cause[]>();

  constructor(continuity: Pick<Continuity, 'trace' | 'digests' | 'tokens'>) {
    this.#continuity = continuity;
  }

  /** In the order of the words. */
  of(old: number, fresh: number): readonly Cause[] {
    const { digests, trace } = this.#continuity;
    if (old === fresh || digests.opaque[old] === 1 || digests.opaque[fresh] === 1) return NOTHING;
    if (digests.messages[old] === digests.messages[fresh]) return this.#tokens(old, fresh);
    if (digests.forms[old] === digests.forms[fresh]) return CONTENT_FORM;
    const key = old * trace.nodes.length + fresh;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const before = trace.nodes[old]?.message;
    const after = trace.nodes[fresh]?.message;
    const causes = before === undefined || after === undefined ? NOTHING : differencesOf(before, after);
    this.#known.set(key, causes);
    return causes;
  }

  /** Of leading system prompts of one index; null where a request has none. */
  ofSystems(old: number | null, fresh: number | null): readonly Cause[] {
    if (old === null || fresh === null) return SYSTEM_PROMPT;
    const causes = this.of(old, fresh);
    const isText = causes.some((cause) => cause !== 'content_form' && cause !== 'retokenised');
    return isText ? SYSTEM_PROMPT : causes;
  }

  /** The same in every other respect: both have token ids, and these differ. */
  #tokens(old: number, fresh: number): readonly Cause[] {
    const ids = this.#continuity.tokens?.ids;
    const before = ids?.[old] ?? 0;
    const after = ids?.[fresh] ?? 0;
    return before !== 0 && after !== 0 && before !== after ? RETOKENISED : NOTHING;
  }
}
