/** Checks typed counts, and sums up a county. */
import type { BackedPool } from '#contract/admin/stock-lists.ts'
import { COUNTED_MAX, LEAD_TYPES, type Package, TIERS } from '#contract/catalogue/catalogue.ts'
import { AVAILABILITY_MAX } from '#contract/stock/inventory.ts'
import { UNLIMITED_UNITS } from '#contract/stock/stock.ts'
import { formatCount } from '#web/lib/format.ts'

/** What is wrong with a typed count; undefined if it is valid. */
export function countError(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^-/.test(trimmed)) return 'Stock cannot be below zero.'
  if (/^\d+[.,]\d+$/.test(trimmed)) return 'Stock is counted in whole packages.'
  if (!/^\d+$/.test(trimmed)) return 'Enter a whole number, e.g. 40.'
  return Number(trimmed) > AVAILABILITY_MAX ? `Enter ${formatCount(AVAILABILITY_MAX)} at most.` : undefined
}

/** `Unlimited`, or the count. */
export const stockWord = (available: number): string =>
  available > COUNTED_MAX ? 'Unlimited' : formatCount(Math.max(0, available))

/** `3 left`: packages. */
export const leftWord = (available: number): string => (available === 0 ? 'Sold out' : `${formatCount(available)} left`)

/** The pool that a package shares with the other sizes of its lead type and tier; undefined if its stock is counted. */
export const poolOf = (one: Pick<Package, 'leadType' | 'tier'>, pools: readonly BackedPool[]): BackedPool | undefined =>
  pools.find(({ leadType, tier }) => leadType === one.leadType && tier === one.tier)

/**
 * The four counts of the Inventory Summary for a county. `totalAvailable` adds up packages, an unlimited one as 1,000, not
 * their leads: one unlimited package of 100 leads would be 100,000 and drown all other figures. Packages that follow leads
 * share them, so there the leads themselves are counted, once.
 */
export function summaryOf(packages: readonly Package[], pools: readonly BackedPool[]) {
  const unique = new Map(packages.map((one) => [`${one.leadType}-${one.tier}-${one.size}`, one]))
  const counted = [...unique.values()].filter((one) => !poolOf(one, pools))
  const counts = [
    ...counted.map(({ available }) => (available > COUNTED_MAX ? UNLIMITED_UNITS : Math.max(0, available))),
    ...pools.map(({ leads }) => leads),
  ]
  return {
    uniquePackages: unique.size,
    totalAvailable: counts.reduce((sum, count) => sum + count, 0),
    leadTypes: new Set(packages.map(({ leadType }) => leadType)).size,
    tiers: new Set(packages.map(({ tier }) => tier)).size,
  }
}

/** Packages by lead type, tier and size, in the usual order. */
export const inOrder = (packages: readonly Package[]): Package[] =>
  packages.toSorted(
    (a, b) =>
      LEAD_TYPES.indexOf(a.leadType) - LEAD_TYPES.indexOf(b.leadType) ||
      TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier) ||
      a.size - b.size,
  )
