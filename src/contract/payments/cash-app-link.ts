/** How a transfer in the cash app is described to people and to phones. */
import { formatCents } from '#contract/money.ts'

/** A handle with its `$`, whichever way the store's settings have it. */
export function cashAppHandle(handle: string): string {
  return `$${handle.replace(/^\$+/, '')}`
}

/** The address that opens the cash app with recipient and amount filled in; dollars with two decimals. */
export function cashAppLink(handle: string, dollars: number): string {
  return `https://cash.app/${cashAppHandle(handle)}/${dollars.toFixed(2)}`
}

/** What a buyer copies: to whom, how much, and the note by which the money is found again. */
export function cashAppDetails(input: { handle: string; amountCents: number; reference: string }): string {
  return [
    `Cash App: ${cashAppHandle(input.handle)}`,
    `Amount: ${formatCents(input.amountCents)}`,
    `Note: ${input.reference}`,
  ].join('\n')
}
