/** Describes a package's movements and holds in sentences. */
import type { PackageHold, StockMovement, StockParty } from '#contract/admin/stock-screen.ts'

const nameOf = ({ name }: StockParty): string => name ?? 'A former member'

/** The holder, at the beginning of a sentence about one unit. */
function holderOf(by: StockParty): string {
  if (by.kind === 'rep') return nameOf(by)
  if (by.kind === 'link') return `Payment link ${by.reference ?? ''}`.trim()
  if (by.kind === 'order') return `Order ${by.reference ?? ''}`.trim()
  return 'A buyer'
}

/** What happened, in one sentence without a period. */
export function movementWords({ kind, by }: Pick<StockMovement, 'kind' | 'by'>): string {
  const who = holderOf(by)
  const isCart = by.kind === 'cart' || by.kind === 'rep'
  switch (kind) {
    case 'set':
      return `${by.kind === 'member' ? nameOf(by) : 'The store'} set the stock`
    case 'held':
      return isCart ? `${who} put one into their cart` : `${who} took one`
    case 'sold':
      return `Sold with order ${by.reference ?? ''}`.trim()
    case 'released':
      return isCart ? `${who} put one back` : `${who} gave one back`
    case 'taken_out':
      return `${nameOf(by)} took one out of a cart`
    case 'expired':
      return isCart ? `${who}’s hold ran out` : `${who} ran out of time`
    case 'refunded':
      return `${who} was refunded and its unit put back`
  }
}

/** Who holds a unit now. */
export function holdWords({ by }: Pick<PackageHold, 'by'>): string {
  if (by.kind === 'rep') return `Cart of ${nameOf(by)}`
  if (by.kind === 'link') return `Payment link ${by.reference ?? ''} of ${nameOf(by)}`
  if (by.kind === 'order') return `Order ${by.reference ?? ''}, waiting for its payment`
  return 'A buyer’s cart'
}

/** Why a hold cannot be released here, and what to do instead. */
export function stuckWords({ by }: Pick<PackageHold, 'by'>): string {
  return by.kind === 'link'
    ? 'Reserved for a customer. To release it, void the link under Payment Requests.'
    : 'A payment is in progress. If it fails, the unit goes back on sale by itself.'
}
