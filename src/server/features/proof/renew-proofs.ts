/** Renews proofs that today's policy refuses because they are older than one of its witnesses. */
import { isSeenInTime, readLeadExtra } from '#proof/lead-proof.ts'
import { type Policy, readPolicy } from '#proof/policy.ts'
import { readTlogProof } from '#proof/tlog-proof.ts'
import { type TrustedCheckpoint, verifyCheckpoint } from '#proof/verify-log.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { proveLeads } from './prove-leads.ts'
import type { LogRow } from './queries.ts'

function findTrusted(checkpoint: string, policy: Policy): TrustedCheckpoint | null {
  try {
    return verifyCheckpoint(checkpoint, policy)
  } catch {
    return null
  }
}

/**
 * Renews the proofs that a policy refuses, with the last checkpoint of their log. A proof stays as it is if that does
 * not satisfy the policy either, or if a witness saw it too late for the year of its labels. Such proofs hold by the
 * policy of their time.
 *
 * @param input.policy as text
 * @param input.proofs by place, all of this log
 */
export async function renewProofs(
  ctx: PlatformContext,
  log: LogRow,
  input: { policy: string; proofs: ReadonlyMap<number, string> },
): Promise<Map<number, string>> {
  const policy = readPolicy(input.policy)
  const current = findTrusted(log.published ?? '', policy)
  if (!current) return new Map(input.proofs)
  const isInTime = (year: number) => current.witnessed.every(({ seconds }) => isSeenInTime(year, seconds * 1_000))
  const trusted = new Map<string, boolean>()
  const refused = [...input.proofs].flatMap(([place, text]) => {
    const proof = readTlogProof(text)
    const extra = proof?.extra && readLeadExtra(proof.extra)
    if (!extra || !isInTime(extra.year)) return []
    // The leads of a package were mostly published together.
    if (!trusted.has(proof.checkpoint)) trusted.set(proof.checkpoint, findTrusted(proof.checkpoint, policy) !== null)
    return trusted.get(proof.checkpoint) ? [] : [{ place, index: proof.index, extra }]
  })
  const renewed = await proveLeads(ctx, log, refused)
  return new Map([...input.proofs, ...refused.map(({ place }, at) => [place, renewed[at] ?? ''] as const)])
}
