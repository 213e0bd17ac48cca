import { queryOptions } from '@tanstack/react-query'
import type { Desk, getDesk, getDeskCredit, listDeskWaiting } from '#contract/buyers/desk.ts'
import type { listDeskRestocks } from '#contract/buyers/restock.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { callApi } from '#web/lib/call-api.ts'
import { onReturn } from '#web/lib/on-return.ts'
import { query, queryClient } from '#web/lib/query.ts'

const DESK_KEY = ['/api/desk']

export const deskWaitingQuery = query<typeof listDeskWaiting>('/api/desk/waiting', {})
export const deskCreditQuery = query<typeof getDeskCredit>('/api/desk/credit', {})
export const deskRestocksQuery = query<typeof listDeskRestocks>('/api/desk/restock-requests', {})

/** The parts of the desk that other features show. */
const OTHER_KEYS = [
  ['/api/desk/orders'],
  ['/api/desk/claims'],
  ['/api/desk/claimable'],
  ['/api/desk/webhooks'],
  ['/api/desk/own-lists'],
]

const readShownDesk = () => queryClient.getQueryData<ReplyOutputOf<typeof getDesk>>(DESK_KEY)?.desk

/** Drops what was loaded of a desk, unless it is the same buyer's. */
function forgetOthers(desk: Desk | null): void {
  if (readShownDesk()?.email === desk?.email) return
  const own = [deskWaitingQuery, deskCreditQuery, deskRestocksQuery].map(({ queryKey }) => queryKey)
  for (const queryKey of [...own, ...OTHER_KEYS]) queryClient.removeQueries({ queryKey })
}

/** Whose desk is open here. Another tab of the browser may have opened another buyer's. */
export const deskQuery = queryOptions({
  queryKey: DESK_KEY,
  queryFn: async ({ signal }) => {
    const reply = await callApi<typeof getDesk>('GET', '/api/desk', { signal })
    forgetOthers(reply.desk)
    return reply
  },
})

function showDesk(desk: Desk | null): void {
  forgetOthers(desk)
  queryClient.setQueryData(deskQuery.queryKey, { desk })
}

let channel: BroadcastChannel | null = null

/**
 * Tells the other tabs of this browser that a desk was opened or closed. Each tab has one, so it hears only the others.
 */
function deskChannel(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('desk')
  return channel
}

/** Shows the desk that was just opened, or none, in all tabs. Nothing of another buyer stays in memory. */
export function keepDesk(desk: Desk | null): void {
  showDesk(desk)
  deskChannel()?.postMessage(desk !== null)
}

/**
 * Notices when the desk on screen is no longer open: closed in another tab or on another device, or before the browser
 * brought the page back as it was left.
 *
 * @returns a function to stop
 */
export function watchDesk(): () => void {
  const readAgain = () => void queryClient.resetQueries({ queryKey: DESK_KEY })
  const recordError = (error: unknown) => {
    const isClosed = typeof error === 'object' && error !== null && 'code' in error && error.code === 'desk_closed'
    if (isClosed && readShownDesk()) showDesk(null)
  }
  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') recordError(event.action.error)
  })
  const stopWrites = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') recordError(event.action.error)
  })
  const others = deskChannel()
  // Typed input stays; for another buyer, the page starts over by itself.
  const hear = ({ data: isOpen }: MessageEvent<boolean>) =>
    isOpen ? void queryClient.invalidateQueries({ queryKey: DESK_KEY }) : showDesk(null)
  others?.addEventListener('message', hear)
  const stopReturns = onReturn(readAgain)
  return () => {
    stopReads()
    stopWrites()
    others?.removeEventListener('message', hear)
    stopReturns()
  }
}
