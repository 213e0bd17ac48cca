import { useMutation } from '@tanstack/react-query'
import type { CartLine } from '#contract/cart.ts'
import type { releasePackage } from '#contract/inventory.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, showAvailability } from './cart-data.ts'
import { letGo } from './lost-lines.ts'

const NOT_RELEASED = 'Item removed, but inventory may not be updated.'

/** A card pays for the line at this moment, or did a moment ago: it stays. */
const isBeingPaid = ({ code }: ApiError): boolean => code === 'hold_of_order' || code === 'order_already_paid'

/** Takes a line out and gives its unit back. The line leaves the screen even if that fails; the server then decides. */
export function useRemoveFromCart() {
  return useMutation<void, ApiError, CartLine>({
    mutationFn: releaseLine,
    onSuccess: () => showToast({ title: 'Item removed and inventory restored' }),
    onError: (error, line) => {
      if (!isBeingPaid(error)) showToast({ title: 'Warning', description: NOT_RELEASED, tone: 'danger' })
      else {
        letGo.delete(line.holdId)
        showToast({ title: 'Not removed', description: error.sentence, tone: 'danger' })
      }
    },
    onSettled: async (_reply, error, line) => {
      if (error && isBeingPaid(error)) return followServer()
      await changeCartOnScreen((lines) => lines.filter((one) => one.holdId !== line.holdId))
      await followServer()
    },
  })
}

/** The same for several. */
export function useRemoveLines(): (lines: readonly CartLine[]) => void {
  const { mutate } = useRemoveFromCart()
  return (lines) => {
    for (const line of lines) mutate(line)
  }
}

/** Releases every line, once each. Failures are only logged (SPEC.md section 7); what is still held comes back on screen. */
export function useClearCart() {
  return useMutation<void, ApiError, readonly CartLine[]>({
    mutationFn: async (lines) => {
      const results = await Promise.allSettled(lines.map(releaseLine))
      for (const result of results) if (result.status === 'rejected') console.error('release failed', result.reason)
    },
    onSettled: async () => {
      await changeCartOnScreen(() => [])
      await followServer()
    },
  })
}

async function releaseLine(line: CartLine): Promise<void> {
  letGo.add(line.holdId)
  const reply = await callApi<typeof releasePackage>('PUT', '/api/packages/:packageId/release', {
    params: { packageId: line.packageId },
    body: { quantity: 1, holdId: line.holdId },
  })
  showAvailability(line, line.packageId, reply.available)
}
