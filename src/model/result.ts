/** An operation that can fail (quota, abort, no such episode) answers with one of these; mistakes of ours throw. */
export type Result<Value, Failure> =
  { readonly kind: 'ok'; readonly value: Value } | { readonly kind: 'failed'; readonly failure: Failure };

export function ok<Value>(value: Value): Result<Value, never> {
  return { kind: 'ok', value };
}

export function failed<Failure>(failure: Failure): Result<never, Failure> {
  return { kind: 'failed', failure };
}
