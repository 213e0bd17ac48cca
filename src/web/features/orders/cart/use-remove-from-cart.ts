import { useMutation } from '@tanstack/react-query'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { ApiError } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast, type ToastAction } from '#web/ui/toast.ts'
import * as cartData from './cart-data.ts'
import { holdLine, isOfOneLine, nameDeliveryMethod } from './hold-unit.ts'
import { lostLines, releasing } from './lost-lines.ts'

type Removal = { lines: readonly CartLine[]; keptHoldIds: ReadonlySet<string> }

/** Lines added since stand for removed ones of their package, first of the same delivery. `now`: the server's cart. */
export function linesToPutBack({ lines, keptHoldIds }: Removal, now: readonly CartLine[]): readonly CartLine[] {
  const back = new Set<CartLine>()
  const isSame = (line: CartLine, other: CartLine) =>
    line.packageId === other.packageId && line.deliveryMethod === other.deliveryMethod
  const isSamePackage = (line: CartLine, other: CartLine) => line.packageId === other.packageId
  let added = now.filter((line) => !keptHoldIds.has(line.holdId))
  for (const isBack of [isSame, isSamePackage]) {
    added = added.filter((line) => {
      const known = lines.find((one) => !back.has(one) && isBack(one, line))
      if (known) back.add(known)
      return !known
    })
  }
  return lines.filter((line) => !back.has(line))
}

const lineName = (line: CartLine): string => `${line.place} · ${line.leadTypeName} · ${packageName(line)}`

function notBackSentence(line: CartLine, { code, sentence }: ApiError): string {
  if (code === 'out_of_stock') return `${lineName(line)} was bought or reserved by someone else.`
  return code === 'unknown_package' ? `${lineName(line)} is no longer for sale.` : `${lineName(line)}: ${sentence}`
}

/** Long enough to read it and press it with the keyboard; the toast stays longer while it has the pointer or the focus. */
const UNDO_MS = 15_000

function undoAction(removal: Removal, label = 'Undo'): ToastAction {
  let isUsed = false
  return {
    label,
    altText: `Press F8, then ${label}, to put ${formatPlural(removal.lines.length, 'package')} back in your cart.`,
    onPress: () => {
      if (isUsed) return
      isUsed = true
      showToast({ title: `Putting ${formatPlural(removal.lines.length, 'package')} back…` })
      void putBack(removal)
    },
  }
}

/** `sentences`: why the others are not back; `rest`: those that another try may bring back. */
type PutBack = { backCount: number; sentences: readonly string[]; rest: Removal | null }

async function putBack(removal: Removal): Promise<void> {
  const { backCount, sentences, rest } = await holdLinesAgain(removal)
  await cartData.followServer()
  lostLines.set({
    ...lostLines.get(),
    notDone: sentences.length > 0 ? { title: 'Not everything could be put back', sentences } : null,
  })
  const back = `${formatPlural(backCount, 'package')} ${backCount === 1 ? 'is' : 'are'} back in your cart.`
  if (sentences.length === 0) {
    const description = backCount > 0 ? back : 'What you removed is already in your cart.'
    return showToast({ title: 'Removal undone', description })
  }
  showToast({
    title: backCount > 0 ? 'Not everything could be put back' : 'Not put back',
    description: [...sentences, ...(backCount > 0 ? [back] : [])].join(' '),
    tone: 'danger',
    durationMs: UNDO_MS,
    ...(rest ? { action: undoAction(rest, 'Try again') } : {}),
  })
}

/** Holds the lines one after another, to keep their order. An error that is not about one line ends it. */
async function holdLinesAgain(removal: Removal): Promise<PutBack> {
  const keptHoldIds = new Set(removal.keptHoldIds)
  const sentences: string[] = []
  let left = removal.lines
  let backCount = 0
  try {
    const now = await cartData.readCartLines()
    left = linesToPutBack(removal, now)
    for (const { holdId } of now) keptHoldIds.add(holdId)
    for (const line of left) {
      try {
        const held = await holdLine({ ...line, id: line.packageId }, line.deliveryMethod)
        await nameDeliveryMethod(held)
        keptHoldIds.add(held.holdId)
        backCount += 1
      } catch (error) {
        if (!isOfOneLine(error)) throw error
        sentences.push(notBackSentence(line, error))
      }
      left = left.slice(1)
    }
    return { backCount, sentences, rest: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    sentences.push(`${left.map(lineName).join('; ')}: ${error.sentence}`)
    return { backCount, sentences, rest: { lines: left, keptHoldIds } }
  }
}

/** Removes a line and returns its unit. The line leaves the cart even if that fails; see `cart-data.ts`. */
export const useRemoveFromCart = () =>
  useMutation({ mutationFn: (line: CartLine) => removeLines([line]), onSettled: cartData.followServer })

/** Removes several lines, one at a time, which can be put back together. */
export const useClearCart = () => useMutation({ mutationFn: removeLines, onSettled: cartData.followServer })

type Refused = { line: CartLine; error: ApiError }
/** Failures are logged, and the line leaves the cart all the same. What is being paid stays, and that is shown. */
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
    if (cartData.isBeingPaid(error)) refused.push({ line, error })
    else failed.push(line)
  }
  for (const { line } of refused) releasing.delete(line.holdId)
  cartData.rememberUnreleased(failed)
  const gone = lines.filter((line) => !refused.some((one) => one.line === line))
  await cartData.changeCartOnScreen((shown) =>
    shown.filter(({ holdId }) => !gone.some((line) => line.holdId === holdId)),
  )
  // Perhaps only the reply was lost. Reading the cart shows that, and releases again what is still there.
  if (failed.length > 0) await cartData.readCartLines().catch(() => undefined)
  const unreleased = cartData.unreleasedHoldIds()
  const removed = gone.filter((line) => !unreleased.has(line.holdId))
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
  const kept = cartData.cartLinesOnScreen().filter(({ holdId }) => !gone.has(holdId))
  return undoAction({ lines, keptHoldIds: new Set(kept.map(({ holdId }) => holdId)) })
}

async function releaseLine(line: CartLine): Promise<void> {
  releasing.add(line.holdId)
  const { available } = await cartData.release(line)
  cartData.showAvailability(line, line.packageId, available)
}
