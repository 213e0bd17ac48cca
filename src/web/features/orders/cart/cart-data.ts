import { queryOptions, useQuery } from '@tanstack/react-query'
import { listPackages, type PackageId } from '#contract/catalogue/catalogue.ts'
import { type Cart, type CartLine, getCart } from '#contract/orders/cart.ts'
import { releasePackage } from '#contract/stock/inventory.ts'
import { ApiError, callApi, query, queryClient, takeArrival } from '#web/lib/call-api.ts'
import { type LineSums, sumsOf } from '#web/lib/line-sums.ts'
import { afterHydration, nextTask } from '#web/lib/served-page.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'

/** Removed lines whose release failed: off the screen in every tab, until the store releases them or they run out. */
const STORAGE_KEY = 'cart-unreleased'

/** Holds that the store may still list although their lines were removed. */
export function unreleasedHoldIds(): ReadonlySet<string> {
  const stored = readStored('local', STORAGE_KEY)
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [])
}

function remember(holdIds: Iterable<string>): void {
  const ids = [...holdIds]
  if (ids.length > 0) writeStored('local', STORAGE_KEY, ids)
  else removeStored('local', STORAGE_KEY)
}

export function rememberUnreleased(lines: readonly CartLine[]): void {
  remember([...unreleasedHoldIds(), ...lines.map(({ holdId }) => holdId)])
}

/** Returns a line's unit. @throws ApiError */
export const release = ({ packageId, holdId }: CartLine) =>
  callApi(releasePackage, { params: { packageId }, body: { quantity: 1, holdId } })

/** A card is paying for the line right now, or just has: it stays. */
export const isBeingPaid = ({ code }: ApiError): boolean => code === 'hold_of_order' || code === 'order_already_paid'

/**
 * The cart as the buyer left it: without the lines they removed. Since it could be read, the store can be reached, so
 * their units are released now. No one waits for that: a release first closes an open payment at the card provider.
 *
 * @param readAgain the store's offers no longer count what is released
 */
export function withoutRemoved(cart: Cart, readAgain: () => unknown): Cart {
  const removed = unreleasedHoldIds()
  const listed = cart.lines.filter(({ holdId }) => removed.has(holdId))
  // The others' holds ended, or only the reply to their release was lost.
  remember(listed.map(({ holdId }) => holdId))
  if (listed.length === 0) return cart
  void Promise.all(listed.map(releaseAgain)).then((all) => all.includes(true) && readAgain())
  const lines = cart.lines.filter((line) => !listed.includes(line))
  return { ...cart, lines, ...sumsOf(lines) }
}

async function releaseAgain(line: CartLine): Promise<boolean> {
  try {
    await release(line)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isBeingPaid(error)) return false
  }
  // Other tabs and later removals may have added some.
  remember([...unreleasedHoldIds()].filter((id) => id !== line.holdId))
  return true
}

const EMPTY: readonly CartLine[] = []
const NOTHING: LineSums = { subtotal: 0, discount: 0, total: 0 }

/** The source of truth about the cart; sets the clock for holds. Lines shown ahead of it have no offers yet. */
export const cartQuery = queryOptions({
  queryKey: [getCart.path, {}],
  queryFn: async ({ signal }): Promise<Cart> => {
    await nextTask()
    const read = await callApi(getCart, { signal })
    recordServerTime(read.now, takeArrival())
    const cart = withoutRemoved(read, followServer)
    // React hydrates the prerendered page in slices, so a reply in between would come too early.
    await afterHydration()
    tellRead(cart.lines)
    return cart
  },
})

type ReadListener = (lines: readonly CartLine[]) => void
let unheard: readonly CartLine[] | undefined
let tellRead: ReadListener = (lines) => {
  unheard = lines
}

/** Calls back for each reply, including the last one. The only listener is agreed-prices.ts, which loads later. */
export function followReads(listener: ReadListener): void {
  tellRead = listener
  if (unheard) listener(unheard)
}

/** A cart that was read once stays on screen if a later read fails (`isOutdated`), and with it a half-filled form. */
export function useCart() {
  const { data, error, isPending, errorUpdatedAt } = useQuery(cartQuery)
  return {
    lines: data?.lines ?? EMPTY,
    sums: data ?? NOTHING,
    total: data?.total ?? 0,
    pendingOrder: data?.pendingOrder ?? null,
    error: data ? null : error,
    isOutdated: data !== undefined && error !== null,
    /** When the last read failed, in milliseconds; 0 if none did. */
    failedAt: errorUpdatedAt,
    isPending,
  }
}

/** Changes the cart on screen immediately; drops a read in progress, because it may not include the change yet. */
export async function changeCartOnScreen(change: (lines: readonly CartLine[]) => readonly CartLine[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
  queryClient.setQueryData(cartQuery.queryKey, (cart) => {
    if (!cart) return cart
    const lines = [...change(cart.lines)]
    return { ...cart, lines, ...sumsOf(lines) }
  })
}

/** Reloads cart and stock from the server, which decides. */
export async function followServer(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: cartQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: [listPackages.path] }),
  ])
}

/** The lines on screen; empty until the server has answered. */
export const cartLinesOnScreen = (): readonly CartLine[] => queryClient.getQueryData(cartQuery.queryKey)?.lines ?? EMPTY

/** Reads the cart now, whatever is on screen. @throws ApiError if it cannot be read */
export async function readCartLines(): Promise<readonly CartLine[]> {
  await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
  return (await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 })).lines
}

/** Like `readCartLines`, but a failed read keeps what is there; the screen shows the failure. */
export async function reloadCart(): Promise<readonly CartLine[]> {
  const cart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 }).catch(() => null)
  return cart?.lines ?? cartLinesOnScreen()
}

/** Shows a package's new availability wherever its county is on screen, before the county is reloaded. */
export function showAvailability(place: { state: string; county: string }, packageId: PackageId, available: number) {
  const { queryKey } = query(listPackages, { state: place.state, county: place.county })
  queryClient.setQueryData(queryKey, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )
}
