/** What becomes of a row whose property is known for the same lead type. */

/** A lead that stands beside a row. */
export interface Beside {
  leadId: string
  isSameOwner: boolean
  acquiredAt: Date
  /** It is for sale, be it with a hold. */
  isListed: boolean
}

export type Decision =
  | { kind: 'insert'; displaced: readonly string[] }
  | { kind: 'renew'; leadId: string; displaced: readonly string[] }
  | { kind: 'skip'; verdict: 'outdated' | 'unchanged' }

/**
 * The newest counts: older facts change nothing, a newer row of the same owner renews its lead, and a newer owner takes the place
 * of those before in sale. Of another owner's row of the same moment the one that is here counts.
 */
export function decide(acquiredAt: Date, beside: readonly Beside[]): Decision {
  const others = beside.filter(({ isSameOwner, isListed }) => !isSameOwner && isListed)
  if (others.some((other) => other.acquiredAt >= acquiredAt)) return { kind: 'skip', verdict: 'outdated' }
  const same = beside.find(({ isSameOwner }) => isSameOwner)
  if (same && same.acquiredAt > acquiredAt) return { kind: 'skip', verdict: 'unchanged' }
  const displaced = others.map(({ leadId }) => leadId)
  return same ? { kind: 'renew', leadId: same.leadId, displaced } : { kind: 'insert', displaced }
}
