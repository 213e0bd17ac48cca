import { packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { ApiErrorCode } from '#web/lib/api-error.ts'

/** Lines that the buyer removed from the cart together, and the holds that stayed in it. */
export interface Removal {
  lines: readonly CartLine[]
  keptHoldIds: ReadonlySet<string>
}

/**
 * Which removed lines still need to be put back, in order. Lines added to the cart since count as put back: each stands
 * for one removed line of its package, preferably one with the same delivery.
 *
 * @param now the cart from the server
 */
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

/** Reasons that affect only one line; any other error would only repeat with the next line. */
const OF_ONE_LINE: readonly ApiErrorCode[] = ['out_of_stock', 'leads_in_cart', 'unknown_package']

export const concernsOneLine = (code: ApiErrorCode): boolean => OF_ONE_LINE.includes(code)

/** "Travis, Texas · Vacant Houses · VIP Junior Package" */
export const lineName = (line: CartLine): string =>
  `${line.county}, ${line.state} · ${line.leadTypeName} · ${packageName(line)}`

/** Why a line could not be put back; `sentence` is the server's own. */
export function notBackSentence(line: CartLine, { code, sentence }: { code: ApiErrorCode; sentence: string }): string {
  switch (code) {
    case 'out_of_stock':
      return `${lineName(line)} was bought or reserved by someone else.`
    case 'unknown_package':
      return `${lineName(line)} is no longer for sale.`
    default:
      return `${lineName(line)}: ${sentence}`
  }
}
