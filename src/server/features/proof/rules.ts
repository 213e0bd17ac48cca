/** Decides which of a day's figures are shown: hides small numbers, and those that would give them away. Pure. */
import type { ClaimReason } from '#contract/claims/claim-reasons.ts'
import {
  type ClaimRow,
  type DeliveryRow,
  HIDDEN_BELOW,
  type OptOutRow,
  type Share,
  type StockRow,
} from '#contract/proof/figures.ts'
import type { ClaimCounts, DeliveryCounts, OptOutCounts, StockCounts } from './figure-queries.ts'

const HOUR_SECONDS = 3_600
/** Where no counts are shown, shares are rounded to this: a finer share would tell how large the whole is. */
const COARSE_PERCENT = 5

export const isSmall = (count: number): boolean => count > 0 && count < HIDDEN_BELOW

const unlessSmall = (count: number): number | null => (isSmall(count) ? null : count)

/**
 * Hides small parts of a total that is shown, and the smallest others with them until at least two are hidden that add
 * up to enough: otherwise subtraction would reveal them. All are hidden if the total is small.
 */
export function hideParts<Name extends string>(parts: Readonly<Record<Name, number>>): Record<Name, number | null> {
  const names = (Object.keys(parts) as Name[]).toSorted((one, other) => parts[one] - parts[other])
  const total = names.reduce((sum, name) => sum + parts[name], 0)
  const hidden = new Set(isSmall(total) ? names : names.filter((name) => isSmall(parts[name])))
  const isEnough = () => {
    const sum = [...hidden].reduce((added, name) => added + parts[name], 0)
    return hidden.size === 0 || (hidden.size >= 2 && sum >= HIDDEN_BELOW)
  }
  for (const name of names) {
    if (isEnough()) break
    if (parts[name] > 0) hidden.add(name)
  }
  const shown = names.map((name) => [name, hidden.has(name) ? null : parts[name]] as const)
  return Object.fromEntries(shown) as Record<Name, number | null>
}

/** A part in whole percent, rounded down; a range if the part or the rest is small. Null if the total is small or 0. */
export function shareOf(part: number, total: number, hasCounts: boolean): Share {
  if (total === 0 || isSmall(total)) return null
  const step = hasCounts ? 1 : COARSE_PERCENT
  const most = HIDDEN_BELOW - 1
  if (isSmall(total - part)) return { from: Math.floor((100 * (total - most)) / total / step) * step, to: 99 }
  if (isSmall(part)) return { from: 0, to: Math.min(99, Math.ceil((100 * most) / total / step) * step) }
  const percent = Math.floor((100 * part) / total)
  return { from: percent, to: percent }
}

interface Shown {
  day: string
  hasCounts: boolean
}

const ONLY_SHARES = { placed: null, available: null, held: null, sold: null } as const

/**
 * Hides what would give away how few were sold. The shop shows what is available, so what was placed would reveal what
 * is held and sold. It is hidden where nothing was sold as well, because it rarely changes and would tell the next day.
 */
function hideStock({ placed, available, held, sold }: StockCounts) {
  if (sold < HIDDEN_BELOW) return { placed: null, available, held: null, sold: null }
  const areBothHidden = isSmall(held)
  return { placed, available, held: areBothHidden ? null : held, sold: areBothHidden ? null : sold }
}

/** Shows a state's stock as of the day, with shares in whole percent. */
export function showStock(counts: StockCounts, { day, hasCounts }: Shown): StockRow {
  const { state, placed } = counts
  const shown = hideStock(counts)
  const percentOf = (part: number | null) =>
    part === null || shown.placed === null ? null : Math.round((100 * part) / placed)
  return {
    month: day.slice(0, 7),
    day,
    state,
    kind: counts.kind === 'leads' ? 'leads' : 'packages',
    ...(hasCounts ? shown : ONLY_SHARES),
    availablePercent: percentOf(shown.available),
    heldPercent: percentOf(shown.held),
    soldPercent: percentOf(shown.sold),
    addsUp: placed === counts.available + counts.held + counts.sold,
  }
}

/** Rows of months from `firstMonth` on as they were shown last; without counts if those are no longer shown. */
export function carryOver(
  earlier: readonly StockRow[],
  { day, firstMonth, hasCounts }: Shown & { firstMonth: string },
): StockRow[] {
  return earlier
    .filter(({ month }) => month >= firstMonth && month < day.slice(0, 7))
    .map((row) => (hasCounts ? row : { ...row, ...ONLY_SHARES }))
}

/** Shows what was due in a month in a state, and the credits given in it; cents. */
export function showDeliveries(counts: DeliveryCounts, { hasCounts }: Shown): DeliveryRow {
  const { month, state, due, in_time: inTime } = counts
  const parts = hideParts({ inTime, late: due - inTime })
  const areCreditsShown = hasCounts && !isSmall(counts.credits)
  return {
    month,
    state,
    due: hasCounts ? unlessSmall(due) : null,
    inTime: hasCounts ? parts.inTime : null,
    late: hasCounts ? parts.late : null,
    inTimePercent: shareOf(inTime, due, hasCounts),
    credits: areCreditsShown ? counts.credits : null,
    creditCents: areCreditsShown ? counts.credit_cents : null,
  }
}

/** Shows what was answered in a month to claims with one reason. */
export function showClaims(counts: ClaimCounts, { hasCounts }: Shown): ClaimRow {
  const { month, answered, granted } = counts
  const parts = hideParts({ granted, denied: answered - granted })
  return {
    month,
    reason: counts.reason as ClaimReason,
    answered: hasCounts ? unlessSmall(answered) : null,
    granted: hasCounts ? parts.granted : null,
    denied: hasCounts ? parts.denied : null,
    grantedPercent: shareOf(granted, answered, hasCounts),
  }
}

/** Shows how many owners' requests were honored in a month and how fast, in whole hours, rounded up. */
export function showOptOuts(counts: OptOutCounts, { hasCounts }: Shown): OptOutRow {
  const hoursOf = (seconds: number) => (isSmall(counts.honored) ? null : Math.ceil(seconds / HOUR_SECONDS))
  return {
    month: counts.month,
    honored: hasCounts ? unlessSmall(counts.honored) : null,
    medianHours: hoursOf(counts.median_seconds),
    percentile95Hours: hoursOf(counts.percentile_95_seconds),
  }
}
