import type { Desk, getDesk, getDeskCredit, listDeskWaiting } from '#contract/buyers/desk.ts'
import { query, queryClient } from '#web/lib/query.ts'

export const deskQuery = query<typeof getDesk>('/api/desk', {})
export const deskWaitingQuery = query<typeof listDeskWaiting>('/api/desk/waiting', {})
export const deskCreditQuery = query<typeof getDeskCredit>('/api/desk/credit', {})

/** Shows the desk that was just opened; null: it was closed, so nothing of it stays in memory. */
export function keepDesk(desk: Desk | null): void {
  queryClient.setQueryData(deskQuery.queryKey, { desk })
  if (desk) return
  for (const queryKey of [deskWaitingQuery.queryKey, deskCreditQuery.queryKey, ['/api/desk/orders']])
    queryClient.removeQueries({ queryKey })
}
