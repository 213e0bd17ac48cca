import { useEffect, useRef } from 'react'
import { listReleasedHolds } from '#contract/admin/stock-screen.ts'
import { listPackages } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { callApi, query, queryClient } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { readStored, writeStored } from '#web/ui/storage.ts'
import { showToast } from '#web/ui/toast.ts'
import { beingPaid, recordBeingPaid } from './being-paid.ts'
import { followServer, useCart } from './cart-data.ts'
import { firstEndOf, HoldAnnouncer } from './hold-countdown.tsx'
import { takeLateHolds } from './hold-unit.ts'
import { lostLines, releasing } from './lost-lines.ts'
import { welcomeLine } from './use-add-to-cart.ts'
import './agreed-prices.ts'

/** Promised (docs/product.md#promised-to-the-outside), like the form of its items. */
const CART_STORAGE_KEY = 'cart-items'

/** What is read again of an item. */
type KnownItem = { id: string; addedAt: string; packageInfo: { available: number } }

/** The copy is never trusted: it tells other tabs of a change, and after a reload which lines have gone. */
function mirrorCart(lines: readonly CartLine[]): void {
  const known = new Map(mirroredItems().map((item) => [item.id, item]))
  writeStored(
    'local',
    CART_STORAGE_KEY,
    lines.map((line) => itemOf(line, known.get(line.holdId))),
  )
}

/** `id` is the hold's id, so every tab writes the same text for the same cart. `available`: of when it was added. */
const itemOf = (line: CartLine, known: KnownItem | undefined) => ({
  id: line.holdId,
  packageId: line.packageId,
  deliveryMethod: line.deliveryMethod,
  packageInfo: {
    id: line.packageId,
    tier: line.tier,
    size: line.size,
    price: line.price,
    description: line.description,
    leadType: line.leadTypeName,
    state: line.state,
    county: line.county,
    available: known?.packageInfo.available ?? availableOnScreen(line),
  },
  addedAt: known?.addedAt ?? line.addedAt,
})

function availableOnScreen(line: CartLine): number {
  const { queryKey } = query(listPackages, { state: line.state, county: line.county })
  return queryClient.getQueryData(queryKey)?.find((one) => one.id === line.packageId)?.available ?? 0
}

/** What is stored, if it has the right shape: anyone may edit local storage. */
function mirroredItems(): readonly KnownItem[] {
  const stored = readStored('local', CART_STORAGE_KEY)
  return Array.isArray(stored) ? stored.filter(isKnownItem) : []
}

function isKnownItem(value: unknown): value is KnownItem {
  const { id, packageInfo } = Object(value)
  return typeof id === 'string' && packageInfo?.available !== undefined
}

type Line = { holdId: string; expiresAt: string }

/** What became of lines no longer in the cart; `others` were removed or bought, or the store took them back. */
type Departed<L extends Line> = { expired: readonly L[]; paying: readonly L[]; others: readonly L[] }

/** A line being paid never counts as expired, however late the page notices: its hold continues with the order. */
export function departedLines<L extends Line>(
  before: readonly L[],
  now: readonly Line[],
  beingPaid: ReadonlySet<string>,
  nowMs: number,
): Departed<L> {
  const held = new Set(now.map((line) => line.holdId))
  const gone = before.filter((line) => !held.has(line.holdId))
  const paying = gone.filter((line) => beingPaid.has(line.holdId))
  const unpaid = gone.filter((line) => !beingPaid.has(line.holdId))
  const isOver = (line: L) => Date.parse(line.expiresAt) <= nowMs
  return { expired: unpaid.filter(isOver), paying, others: unpaid.filter((line) => !isOver(line)) }
}

/** The page was reopened, or the bank declined: the payment is forgotten. `before` is null for a page just opened. */
export function isBackFromPaying(before: readonly Line[] | null, now: readonly Line[], beingPaid: ReadonlySet<string>) {
  const wasHeld = new Set(before?.map((line) => line.holdId))
  return now.some((line) => beingPaid.has(line.holdId) && !wasHeld.has(line.holdId))
}

/** Reloaded a little after a hold ends, so the server has ended it too. */
const EXPIRY_GRACE_MS = 400
/** If the server still lists an ended hold, it is asked again, but not in a tight loop. */
const EXPIRY_RECHECK_MS = 1500
/** Ended holds are back on sale within 5 s; the packages on screen are reloaded until then. */
const RETURNED_TO_STOCK_MS = [2000, 6000] as const
/** How soon a cart that could not be read is retried while the browser is online. */
const OUTDATED_RETRY_MS = 3_000
/** A browser's timer can wait at most about 24 days; holds last two hours at most. */
const TIMER_MAX_MS = 24 * 60 * 60 * 1000

/** Keeps every page in step with the server: holds that end, other tabs, waking up. Announces that a hold is to end. */
export function CartSync() {
  const { lines, isPending, error, isOutdated, failedAt } = useCart()
  const before = useRef<readonly CartLine[] | null>(null)
  useEffect(() => {
    if (isPending || error) return
    if (isBackFromPaying(before.current, lines, beingPaid())) recordBeingPaid([])
    if (before.current === null) recordLinesGoneMeanwhile(lines)
    else recordDepartedLines(before.current, lines)
    before.current = lines
    // The connection is back: repeat what was asked for before.
    for (const line of takeLateHolds(lines)) welcomeLine(line)
    mirrorCart(lines)
  }, [lines, isPending, error])
  useEffect(() => {
    if (lines.length === 0) return
    const firstEndMs = Math.min(...lines.map((line) => Date.parse(line.expiresAt))) - serverNow()
    const waitMs = firstEndMs > 0 ? firstEndMs + EXPIRY_GRACE_MS : EXPIRY_RECHECK_MS
    const timer = setTimeout(followServer, Math.min(waitMs, TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [lines])
  // Browsers say that they are online before the first request can get through.
  useEffect(() => {
    if (!isOutdated || failedAt === 0) return
    const timer = setTimeout(() => navigator.onLine && followServer(), OUTDATED_RETRY_MS)
    return () => clearTimeout(timer)
  }, [isOutdated, failedAt])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const handleVisibility = () => {
      if (document.visibilityState === 'visible') void followServer()
    }
    window.addEventListener('storage', ({ key }) => key === CART_STORAGE_KEY && void followServer(), { signal })
    window.addEventListener('online', handleVisibility, { signal })
    document.addEventListener('visibilitychange', handleVisibility, { signal })
    return () => listening.abort()
  }, [])
  return <HoldAnnouncer endsAtMs={firstEndOf(lines)} />
}

function recordLinesGoneMeanwhile(lines: readonly CartLine[]): void {
  const held = new Set<string>(lines.map((line) => line.holdId))
  const paying = beingPaid()
  // What the last visit, or another tab, left in local storage.
  const gone = mirroredItems().flatMap(({ id }) => (held.has(id) ? [] : [id]))
  const payingCount = gone.filter((id) => paying.has(id)).length
  if (gone.length > 0) lostLines.set({ ...lostLines.get(), payingCount, goneCount: gone.length - payingCount })
}

/** Lines that left early: most were bought, or removed in another tab. Those that the store took back are shown as lost. */
async function recordTakenBack(gone: readonly CartLine[]): Promise<void> {
  // Without a reply we claim nothing; the cart itself is still right.
  const released = await callApi(listReleasedHolds).catch(() => [])
  const takenBack = gone.filter((line) => released.some(({ holdId }) => holdId === line.holdId))
  if (takenBack.length === 0) return
  const lost = lostLines.get()
  lostLines.set({ ...lost, takenBack: [...lost.takenBack, ...takenBack] })
  showToast({
    title: 'Removed from your cart',
    description: `The store took ${formatPlural(takenBack.length, 'package')} out of your cart.`,
  })
}

function recordDepartedLines(before: readonly CartLine[], now: readonly CartLine[]): void {
  const { expired, paying, others } = departedLines(before, now, beingPaid(), serverNow())
  const unexplained = others.filter(({ holdId }) => !releasing.has(holdId))
  if (unexplained.length > 0) void recordTakenBack(unexplained)
  const lost = lostLines.get()
  if (paying.length > 0) lostLines.set({ ...lost, payingCount: lost.payingCount + paying.length })
  if (expired.length === 0) return
  lostLines.set({ ...lostLines.get(), expired: [...lost.expired, ...expired] })
  for (const waitMs of RETURNED_TO_STOCK_MS) setTimeout(followServer, waitMs)
  showToast({
    title: 'Reservation ended',
    description: `${formatPlural(expired.length, 'package')} left your cart and went back on sale.`,
  })
}
