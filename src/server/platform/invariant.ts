/** A broken assumption of ours: answered as 500 with the request id, and somebody looks at it. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}

/** @throws InvariantError when the condition does not hold; `why` is for the log, never for the browser */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new InvariantError(why)
}
