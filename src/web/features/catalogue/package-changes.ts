import { COUNTED_MAX, LOW_STOCK_MAX, type Package, sizeName, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { formatCount, formatPrice } from '#web/lib/format.ts'

/** A package whose price or stock changed while it was on screen. */
export interface PackageChange {
  before: Package
  after: Package
}

/** The differences between two reads of a county, in the order of the later one. */
export function changesBetween(before: readonly Package[], after: readonly Package[]): readonly PackageChange[] {
  const known = new Map(before.map((one) => [one.id, one]))
  return after.flatMap((one) => {
    const old = known.get(one.id)
    return old && (old.price !== one.price || shownStock(old) !== shownStock(one)) ? [{ before: old, after: one }] : []
  })
}

/** Above 999 all counts read 'Unlimited', so changes among those are invisible. */
const shownStock = ({ available }: Package): number => Math.min(Math.max(available, 0), COUNTED_MAX + 1)

/**
 * Describes a change, or null for a count that changed without consequence: in a busy county that happens every second,
 * and a screen reader that announced each would never stop.
 */
export function sentenceOf({ before, after }: PackageChange): string | null {
  const name = `${TIER_FACTS[after.tier].name} ${sizeName(after.size)}`
  if (before.price !== after.price)
    return `${name} now costs ${formatPrice(after.price)}, it was ${formatPrice(before.price)}.`
  const [was, is] = [shownStock(before), shownStock(after)]
  if (is === 0) return `${name} is out of stock.`
  if (was === 0) return `${name} is back in stock.`
  if (is <= LOW_STOCK_MAX && was > LOW_STOCK_MAX) return `${name}: ${formatCount(is)} left.`
  return null
}

const SENTENCES_MAX = 3

/** Announces several changes at once: three sentences, then how many more. Empty if nothing is worth announcing. */
export function newsOf(changes: readonly PackageChange[]): string {
  const sentences = changes.map(sentenceOf).filter((sentence) => sentence !== null)
  const more = sentences.length - SENTENCES_MAX
  return [...sentences.slice(0, SENTENCES_MAX), ...(more > 0 ? [`${formatCount(more)} more changed.`] : [])].join(' ')
}
