import { type MutationCacheNotifyEvent, type QueryCacheNotifyEvent, queryOptions } from '@tanstack/react-query'
import { type Desk, getDesk, getDeskCredit, listDeskWaiting } from '#contract/buyers/desk.ts'
import { listDeskRestocks } from '#contract/buyers/restock.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { ApiError, callApi, query, queryClient } from '#web/lib/call-api.ts'
import { onReturn } from '#web/lib/on-return.ts'

const DESK_KEY = [getDesk.path]
export const deskWaitingQuery = query(listDeskWaiting)
export const deskCreditQuery = query(getDeskCredit)
export const deskRestocksQuery = query(listDeskRestocks)

/** The parts of the desk that other features show. */
const OTHER_KEYS = ['orders', 'claims', 'claimable', 'webhooks', 'own-lists', 'imports'].map((part) => [
  `/api/desk/${part}`,
])

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
    const reply = await callApi(getDesk, { signal })
    forgetOthers(reply.desk)
    return reply
  },
})

function showDesk(desk: Desk | null): void {
  forgetOthers(desk)
  queryClient.setQueryData(deskQuery.queryKey, { desk })
}

let channel: BroadcastChannel | undefined

/** Tells the browser's other tabs that a desk was opened or closed. Each tab has one, so it hears only the others. */
function deskChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('desk')
  return channel
}

/** Shows the desk that was just opened, or none, in all tabs. Nothing of another buyer stays in memory. */
export function keepDesk(desk: Desk | null): void {
  showDesk(desk)
  deskChannel().postMessage(desk !== null)
}

/** Notices when the desk on screen was closed elsewhere, or while the page slept. @returns a function to stop */
export function watchDesk(): () => void {
  const noticeError = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const error: unknown = event.action.error
    if (error instanceof ApiError && error.code === 'desk_closed' && readShownDesk()) showDesk(null)
  }
  const others = deskChannel()
  // Typed input stays; for another buyer, the page starts over by itself.
  const hear = ({ data: isOpen }: MessageEvent<boolean>) =>
    isOpen ? void queryClient.invalidateQueries({ queryKey: DESK_KEY }) : showDesk(null)
  others.addEventListener('message', hear)
  const stops = [
    queryClient.getQueryCache().subscribe(noticeError),
    queryClient.getMutationCache().subscribe(noticeError),
    onReturn(() => void queryClient.resetQueries({ queryKey: DESK_KEY })),
    () => others.removeEventListener('message', hear),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
