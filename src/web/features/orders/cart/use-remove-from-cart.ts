import { useMutation } from '@tanstack/react-query'
import type { CartLine } from '#contract/orders/cart.ts'
import type { releasePackage } from '#contract/stock/inventory.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { cartLinesOnScreen, changeCartOnScreen, followServer, readCartLines, showAvailability } from './cart-data.ts'
import { letGo, lostLines } from './lost-lines.ts'
import { lineName } from './put-back.ts'
import { UNDO_MS, undoAction } from './undo-removal.ts'

const NOT_RELEASED = 'Item removed, but inventory may not be updated.'

/** A card is paying for the line right now, or just has: it stays. */
const isBeingPaid = ({ code }: ApiError): boolean => code === 'hold_of_order' || code === 'order_already_paid'

/** Removes a line and returns its unit. The line leaves the screen even if that fails; the server then decides. */
export function useRemoveFromCart() {
  return useMutation<void, ApiError, CartLine>({
    mutationFn: releaseLine,
    onSuccess: (_reply, line) => tellRemoved([line]),
    onError: (error, line) => {
      if (!isBeingPaid(error)) showToast({ title: 'Warning', description: NOT_RELEASED, tone: 'danger' })
      else {
        letGo.delete(line.holdId)
        showToast({ title: 'Not removed', description: error.sentence, tone: 'danger' })
      }
    },
    onSettled: async (_reply, error, line) => {
      if (error && isBeingPaid(error)) return followServer()
      await takeOffScreen([line])
      await followServer()
    },
  })
}

/** Removes several lines, which can be put back together. */
export function useRemoveLines(): (lines: readonly CartLine[]) => void {
  const { mutate: removeOne } = useRemoveFromCart()
  const { mutate: removeAll } = useClearCart()
  return (lines) => {
    const [line] = lines
    if (line && lines.length === 1) removeOne(line)
    else removeAll(lines)
  }
}

interface Refused {
  line: CartLine
  error: ApiError
}

/**
 * Releases every line, once each. Failures are logged (SPEC.md section 7) and shown; what could not be released stays
 * in the cart.
 */
export function useClearCart() {
  return useMutation<void, ApiError, readonly CartLine[]>({
    mutationFn: async (lines) => {
      const { removed, refused } = await releaseLines(lines)
      for (const { line } of refused) letGo.delete(line.holdId)
      await takeOffScreen(lines.filter((line) => !refused.some((one) => one.line === line)))
      if (refused.length === 0) tellRemoved(removed)
      else tellRefused(removed, refused)
    },
    onSettled: followServer,
  })
}

/** If a line's release failed but it left the cart, it was released, or its hold had ended before. */
async function releaseLines(lines: readonly CartLine[]): Promise<{ removed: CartLine[]; refused: Refused[] }> {
  const results = await Promise.allSettled(lines.map(releaseLine))
  const removed = lines.filter((_line, index) => results[index]?.status === 'fulfilled')
  if (removed.length === lines.length) return { removed, refused: [] }
  const now = await readCartLines().catch(() => null)
  const refused = lines.flatMap((line, index) => {
    const result = results[index]
    if (result?.status !== 'rejected') return []
    const error: unknown = result.reason
    console.error('release failed', error)
    if (!(error instanceof ApiError)) throw error
    const isThere = now === null || now.some(({ holdId }) => holdId === line.holdId)
    if (!isThere && error.code === 'unreachable') removed.push(line)
    return isThere || isBeingPaid(error) ? [{ line, error }] : []
  })
  return { removed: lines.filter((line) => removed.includes(line)), refused }
}

function tellRemoved(lines: readonly CartLine[]): void {
  if (lines.length === 0) return
  const packages = formatPlural(lines.length, 'package')
  showToast({
    ...(lines.length === 1
      ? { title: 'Item removed and inventory restored' }
      : { title: 'Items removed and inventory restored', description: `${packages} went back on sale.` }),
    action: undoActionFor(lines),
    durationMs: UNDO_MS,
  })
}

function tellRefused(removed: readonly CartLine[], refused: readonly Refused[]): void {
  const sentences = refused.map(({ line, error }) => `${lineName(line)}: ${error.sentence}`)
  const title = removed.length > 0 ? 'Not everything was removed' : 'Not removed'
  lostLines.set({ ...lostLines.get(), notDone: { title, sentences } })
  showToast({
    title,
    description: sentences.join(' '),
    tone: 'danger',
    durationMs: UNDO_MS,
    ...(removed.length > 0 ? { action: undoActionFor(removed) } : {}),
  })
}

function undoActionFor(lines: readonly CartLine[]) {
  const gone = new Set(lines.map((line) => line.holdId))
  const kept = cartLinesOnScreen().filter(({ holdId }) => !gone.has(holdId))
  return undoAction({ lines, keptHoldIds: new Set(kept.map(({ holdId }) => holdId)) })
}

const takeOffScreen = (gone: readonly CartLine[]): Promise<void> =>
  changeCartOnScreen((lines) => lines.filter((line) => !gone.some(({ holdId }) => holdId === line.holdId)))

async function releaseLine(line: CartLine): Promise<void> {
  letGo.add(line.holdId)
  const reply = await callApi<typeof releasePackage>('PUT', '/api/packages/:packageId/release', {
    params: { packageId: line.packageId },
    body: { quantity: 1, holdId: line.holdId },
  })
  showAvailability(line, line.packageId, reply.available)
}
