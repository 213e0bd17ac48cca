/** What becomes of a row whose property is known. */

/** A known lead that is compared with a row. */
export interface Beside {
  leadId: string
  /** Of the same owner, for the same list. */
  isSame: boolean
  acquiredAt: Date
  /** It is for sale, be it with a hold. */
  isListed: boolean
}

export type Decision =
  | { kind: 'insert'; displaced: readonly string[] }
  | { kind: 'renew'; leadId: string; displaced: readonly string[] }
  | { kind: 'skip'; verdict: 'outdated' | 'unchanged' }

/**
 * The newest counts: older facts change nothing, a newer row of the same owner and list renews its lead, and one of another owner
 * or list takes the place of those before in sale. Of two of the same moment the one that is here counts.
 */
export function decide(acquiredAt: Date, beside: readonly Beside[]): Decision {
  const others = beside.filter(({ isSame, isListed }) => !isSame && isListed)
  if (others.some((other) => other.acquiredAt >= acquiredAt)) return { kind: 'skip', verdict: 'outdated' }
  const same = beside.find(({ isSame }) => isSame)
  if (same && same.acquiredAt > acquiredAt) return { kind: 'skip', verdict: 'unchanged' }
  const displaced = others.map(({ leadId }) => leadId)
  return same ? { kind: 'renew', leadId: same.leadId, displaced } : { kind: 'insert', displaced }
}
