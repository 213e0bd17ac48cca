import type { CartLine } from '#contract/orders/cart.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast, type ToastAction } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, readCartLines, showAvailability } from './cart-data.ts'
import { holdUnit, lineOf, nameDeliveryMethod } from './hold-unit.ts'
import { lostLines } from './lost-lines.ts'
import { concernsOneLine, lineName, linesToPutBack, notBackSentence, type Removal } from './put-back.ts'

/** Long enough to read it and press it with the keyboard; the toast stays longer while it has the pointer or the focus. */
export const UNDO_MS = 15_000

/** The toast's button that puts removed lines back. It works once, however often it is pressed. */
export function undoAction(removal: Removal, label = 'Undo'): ToastAction {
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

/** The result of putting lines back. */
interface PutBack {
  backCount: number
  /** Why the others are not back. */
  sentences: readonly string[]
  /** Those that another try may bring back. */
  rest: Removal | null
}

async function putBack(removal: Removal): Promise<void> {
  const { backCount, sentences, rest } = await holdLinesAgain(removal)
  await followServer()
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
    const now = await readCartLines()
    left = linesToPutBack(removal, now)
    for (const { holdId } of now) keptHoldIds.add(holdId)
    for (const line of left) {
      try {
        keptHoldIds.add(await holdLineAgain(line))
        backCount += 1
      } catch (error) {
        if (!(error instanceof ApiError) || !concernsOneLine(error.code)) throw error
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

/** @returns the new hold, which is in the cart with the line's earlier delivery method */
async function holdLineAgain(line: CartLine): Promise<string> {
  const wanted = { ...line, id: line.packageId }
  const hold = await holdUnit(line.packageId, line.deliveryMethod)
  if (hold.available !== undefined) showAvailability(line, line.packageId, hold.available)
  const held = lineOf(wanted, line.deliveryMethod, hold)
  await changeCartOnScreen((lines) => [...lines.filter((one) => one.holdId !== held.holdId), held])
  await nameDeliveryMethod(held)
  return held.holdId
}
