/** A broken assumption of ours: answered as 500 with the request id, and someone looks into it. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}

/** @throws InvariantError if the condition does not hold; `why` is for the log, never for the browser */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new InvariantError(why)
}
