import { queryOptions, useQuery } from '@tanstack/react-query'
import type { listPackages, PackageId } from '#contract/catalogue/catalogue.ts'
import type { Cart, CartLine, getCart } from '#contract/orders/cart.ts'
import { callApi } from '#web/lib/call-api.ts'
import { takeArrival } from '#web/lib/early-answer.ts'
import { type LineSums, sumsOf } from '#web/lib/line-sums.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { afterHydration } from '#web/lib/served-page.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { withoutRemoved } from './unreleased.ts'

const EMPTY: readonly CartLine[] = []
const NOTHING: LineSums = { subtotal: 0, discount: 0, total: 0 }

/**
 * `GET /api/cart`, the source of truth about the cart but for lines whose release failed; it also sets the clock for hold countdowns. Only its prices
 * count as seen, because lines shown ahead of it have no offers.
 */
export const cartQuery = queryOptions({
  queryKey: ['/api/cart', {}],
  queryFn: async ({ signal }): Promise<Cart> => {
    const read = await callApi<typeof getCart>('GET', '/api/cart', { signal })
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

/**
 * Calls back for each reply of the server, including the last one before this call. The only listener is
 * agreed-prices.ts, which loads later.
 */
export function followReads(listener: ReadListener): void {
  tellRead = listener
  if (unheard) listener(unheard)
}

/**
 * The cart's lines and sums; empty until the server has answered. A cart that was read once stays on screen if a later
 * read fails: half a payment form must not vanish because a train enters a tunnel. `isOutdated` then says so.
 */
export function useCart() {
  const { data, error, isPending, errorUpdatedAt } = useQuery(cartQuery)
  return {
    lines: data?.lines ?? EMPTY,
    /** From the server; dollars. */
    sums: data ?? NOTHING,
    total: data?.total ?? 0,
    /** An order that waits for its Cash App transfer. */
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
    queryClient.invalidateQueries({ queryKey: [PACKAGES_PATH] }),
  ])
}

/** The lines on screen; empty until the server has answered. */
export function cartLinesOnScreen(): readonly CartLine[] {
  return queryClient.getQueryData(cartQuery.queryKey)?.lines ?? EMPTY
}

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

const PACKAGES_PATH = '/api/packages/:state/:county'

/** Shows a package's new availability wherever its county is on screen, before the county is reloaded. */
export function showAvailability(
  place: { state: string; county: string },
  packageId: PackageId,
  available: number,
): void {
  const { queryKey } = query<typeof listPackages>(PACKAGES_PATH, { state: place.state, county: place.county })
  queryClient.setQueryData(queryKey, (packages) =>
    packages?.map((one) => (one.id === packageId ? { ...one, available } : one)),
  )
}
