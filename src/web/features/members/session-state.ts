import { getCart } from '#contract/orders/cart.ts'
import { ApiError, queryClient } from '#web/lib/call-api.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { forgetMemberData } from '#web/lib/member-data.ts'
import { onReturn } from '#web/lib/on-return.ts'
import { createStore } from '#web/ui/store.ts'

/** Whether a session ended while a page was open, unlike a visitor who never had one. */
export const hasSessionEnded = createStore(false)

/** A session started: what was read before is dropped or reloaded, since carts and lists depend on who asks. */
export async function beginSession(): Promise<void> {
  hasSessionEnded.set(false)
  await queryClient.cancelQueries()
  queryClient.removeQueries({ type: 'inactive' })
  await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
  void queryClient.invalidateQueries({ predicate: isNotTheUser })
}

/** Tells the other windows of this browser that the member logged out. */
const openChannel = () => new BroadcastChannel('logged-out')

/**
 * The member logged out: what was read or typed by them is dropped here and in other windows. Data of the page being
 * left is not reloaded, because it would be refused.
 */
export function endSession(): void {
  forgetMemberData()
  const channel = openChannel()
  channel.postMessage(null)
  channel.close()
  queryClient.removeQueries({ type: 'inactive', predicate: isNotTheUser })
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  // This end is expected and needs no message.
  hasSessionEnded.set(false)
  void queryClient.invalidateQueries({ queryKey: [getCart.path] })
}

/**
 * Notices when the session ends while a page is open, whichever call finds out first, so the page asks to log in instead
 * of failing call by call. @returns a function to stop
 */
export function watchSession(): () => void {
  const userNow = () => queryClient.getQueryData(currentUserQuery.queryKey)
  let wasSignedIn = Boolean(userNow())
  const recordUser = () => {
    const user = userNow()
    if (user === null && wasSignedIn) hasSessionEnded.set(true)
    wasSignedIn = Boolean(user)
  }
  const recordError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'unauthenticated' && userNow())
      queryClient.setQueryData(currentUserQuery.queryKey, null)
  }
  const stopReads = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    if (event.action.type === 'error') recordError(event.action.error)
    if (event.query.queryKey[0] === USER_PATH) recordUser()
  })
  const stopWrites = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') recordError(event.action.error)
  })
  const channel = openChannel()
  channel.onmessage = () => {
    forgetMemberData()
    queryClient.setQueryData(currentUserQuery.queryKey, null)
  }
  // The hint goes with the session, so this asks the server only if there may still be one.
  const askAgain = () => void queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => null)
  const stopReturns = onReturn(askAgain)
  return () => {
    stopReads()
    stopWrites()
    channel.close()
    stopReturns()
  }
}

const USER_PATH = currentUserQuery.queryKey[0]
const isNotTheUser = ({ queryKey }: { queryKey: readonly unknown[] }): boolean => queryKey[0] !== USER_PATH
