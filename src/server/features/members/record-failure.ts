import type { RefusalCode } from '#contract/refusals.ts'
import { type AccessEvent, recordAccess } from '#server/features/audit/record-access.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Notes for the audit log that somebody did not get in, where `error` is one of these refusals. */
export function recordFailure(
  ctx: RequestContext,
  account: AccessEvent['account'],
  failures: Readonly<Partial<Record<RefusalCode, AccessEvent['action']>>>,
  error: unknown,
): void {
  const action = error instanceof Refusal ? failures[error.code] : undefined
  if (action) recordAccess(ctx, { action, account })
}
