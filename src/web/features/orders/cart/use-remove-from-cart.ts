import { useMutation } from '@tanstack/react-query'
import type { CartLine } from '#contract/orders/cart.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { cartLinesOnScreen, changeCartOnScreen, followServer, readCartLines, showAvailability } from './cart-data.ts'
import { letGo, lostLines } from './lost-lines.ts'
import { lineName } from './put-back.ts'
import { UNDO_MS, undoAction } from './undo-removal.ts'
import { isBeingPaid, release, rememberUnreleased, unreleasedHoldIds } from './unreleased.ts'

/** Removes a line and returns its unit. The line leaves the cart even if that fails; see `unreleased.ts`. */
export function useRemoveFromCart() {
  return useMutation<void, ApiError, CartLine>({ mutationFn: (line) => removeLines([line]), onSettled: followServer })
}

/** Removes several lines, which can be put back together. */
export function useRemoveLines(): (lines: readonly CartLine[]) => void {
  return useClearCart().mutate
}

interface Refused {
  line: CartLine
  error: ApiError
}

/** Removes every line, one at a time. */
export function useClearCart() {
  return useMutation<void, ApiError, readonly CartLine[]>({ mutationFn: removeLines, onSettled: followServer })
}

/**
 * Releases every line, once each. Failures are logged, and the line leaves the cart all the same; only what is being
 * paid stays, and that is shown.
 */
async function removeLines(lines: readonly CartLine[]): Promise<void> {
  const results = await Promise.allSettled(lines.map(releaseLine))
  const refused: Refused[] = []
  const failed: CartLine[] = []
  for (const [index, line] of lines.entries()) {
    const result = results[index]
    if (result?.status !== 'rejected') continue
    const error: unknown = result.reason
    console.error('release failed', error)
    if (!(error instanceof ApiError)) throw error
    if (isBeingPaid(error)) refused.push({ line, error })
    else failed.push(line)
  }
  for (const { line } of refused) letGo.delete(line.holdId)
  rememberUnreleased(failed)
  await takeOffScreen(lines.filter((line) => !refused.some((one) => one.line === line)))
  // Perhaps only the reply was lost. Reading the cart shows that, and releases again what is still there.
  if (failed.length > 0) await readCartLines().catch(() => undefined)
  const unreleased = unreleasedHoldIds()
  const removed = lines.filter((line) => !unreleased.has(line.holdId) && !refused.some((one) => one.line === line))
  if (refused.length > 0) tellRefused(removed, refused)
  else if (removed.length === lines.length) tellRemoved(removed)
  else tellUnreleased(lines.length, removed)
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

function tellUnreleased(count: number, removed: readonly CartLine[]): void {
  showToast({
    title: 'Warning',
    description: `${count === 1 ? 'Item' : 'Items'} removed, but inventory may not be updated.`,
    tone: 'danger',
    ...(removed.length > 0 ? { action: undoActionFor(removed), durationMs: UNDO_MS } : {}),
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
  const { available } = await release(line)
  showAvailability(line, line.packageId, available)
}
