import { queryOptions, useQuery } from '@tanstack/react-query'
import type { listPackages, PackageId } from '#contract/catalogue/catalogue.ts'
import type { Cart, CartLine, getCart } from '#contract/orders/cart.ts'
import { callApi } from '#web/lib/call-api.ts'
import { type LineSums, sumsOf } from '#web/lib/line-sums.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { afterHydration } from '#web/lib/served-page.ts'
import { recordServerTime } from '#web/lib/server-clock.ts'
import { recordSeenPrices } from './agreed-prices.ts'

const EMPTY: readonly CartLine[] = []
const NOTHING: LineSums = { subtotal: 0, discount: 0, total: 0 }

/**
 * `GET /api/cart`, which is the truth about the cart; it also sets the clock by which holds are counted down. Only prices
 * that it told count as seen: what is put on screen ahead of it knows no offers.
 */
export const cartQuery = queryOptions({
  queryKey: ['/api/cart', {}],
  queryFn: async ({ signal }): Promise<Cart> => {
    const cart = await callApi<typeof getCart>('GET', '/api/cart', { signal })
    recordServerTime(cart.now)
    // React hydrates the prerendered page in slices: a reply in between would come too early.
    await afterHydration()
    recordSeenPrices(cart.lines)
    return cart
  },
})

/**
 * The cart's lines and sums; empty until the server answered. A cart that was read once stays on screen when a later
 * read fails: half a payment form must not vanish because a train went into a tunnel. `isOutdated` then says so.
 */
export function useCart() {
  const { data, error, isPending, errorUpdatedAt } = useQuery(cartQuery)
  return {
    lines: data?.lines ?? EMPTY,
    /** As the server tells them; dollars. */
    sums: data ?? NOTHING,
    total: data?.total ?? 0,
    /** An order that waits for its transfer in the cash app. */
    pendingOrder: data?.pendingOrder ?? null,
    error: data ? null : error,
    isOutdated: data !== undefined && error !== null,
    /** When the last read failed, in milliseconds; 0: none did. */
    failedAt: errorUpdatedAt,
    isPending,
  }
}

/** Changes the cart on screen at once; a read under way is dropped, because it may not know of the change yet. */
export async function changeCartOnScreen(change: (lines: readonly CartLine[]) => readonly CartLine[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
  queryClient.setQueryData(cartQuery.queryKey, (cart) => {
    if (!cart) return cart
    const lines = [...change(cart.lines)]
    return { ...cart, lines, ...sumsOf(lines) }
  })
}

/** Lets the server have the last word on cart and stock. */
export async function followServer(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: cartQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: [PACKAGES_PATH] }),
  ])
}

/** The lines on screen; empty until the server answered. */
export function cartLinesOnScreen(): readonly CartLine[] {
  return queryClient.getQueryData(cartQuery.queryKey)?.lines ?? EMPTY
}

/** Reads the cart now, whatever is on screen. @throws ApiError when it cannot be read */
export async function readCartLines(): Promise<readonly CartLine[]> {
  await queryClient.cancelQueries({ queryKey: cartQuery.queryKey })
  return (await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 })).lines
}

/** Like `readCartLines`; a failed read keeps what is there, and the screen says so by itself. */
export async function reloadCart(): Promise<readonly CartLine[]> {
  const cart = await queryClient.fetchQuery({ ...cartQuery, staleTime: 0 }).catch(() => null)
  return cart?.lines ?? cartLinesOnScreen()
}

const PACKAGES_PATH = '/api/packages/:state/:county'

/** Shows a package's new availability wherever its county is on screen, before the county is read again. */
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
