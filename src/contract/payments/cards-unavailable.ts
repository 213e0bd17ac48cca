/** SPEC.md section 8's sentence for a store that cannot take cards; it names the cash app only where that can be used. */
export function cardsUnavailable(hasCashApp: boolean): string {
  return `Credit card payments are not available. Please ${hasCashApp ? 'try CashApp or ' : ''}contact support.`
}
