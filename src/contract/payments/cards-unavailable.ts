/** The fixed sentence of a store that cannot take cards; it mentions Cash App only if that can be used. */
export function cardsUnavailable(hasCashApp: boolean): string {
  return `Credit card payments are not available. Please ${hasCashApp ? 'try CashApp or ' : ''}contact support.`
}
