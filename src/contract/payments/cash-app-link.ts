/** Describes a Cash App transfer to people and to phones. */
import { formatCents } from '#contract/plain-values.ts'

/** Adds the `$` to a handle if it has none. */
export const cashAppHandle = (handle: string): string => `$${handle.replace(/^\$+/, '')}`

/** The address that opens Cash App with recipient and amount filled in; dollars with two decimals. */
export function cashAppLink(handle: string, dollars: number): string {
  return `https://cash.app/${cashAppHandle(handle)}/${dollars.toFixed(2)}`
}

/** The details that a buyer copies: recipient, amount, and the note by which the money is found again. */
export function cashAppDetails(input: { handle: string; amountCents: number; reference: string }): string {
  return [
    `Cash App: ${cashAppHandle(input.handle)}`,
    `Amount: ${formatCents(input.amountCents)}`,
    `Note: ${input.reference}`,
  ].join('\n')
}
