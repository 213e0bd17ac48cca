/** Values that need no schema. They have their own file, so a page that shows them does not load zod. */

/** The largest amount: one cent under ten million dollars, far above any cart and far below 2^53. */
export const CENTS_MAX = 999_999_999

/** `$1,299.00` for 129900 cents. */
export const formatCents = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${groupDigits((Math.abs(amount) / 100).toFixed(2))}`

/** `1,299.5` for `1299.5`, with at most three decimals. On a phone, the first Intl.NumberFormat takes 100 ms. */
export const groupDigits = (number: string): string => number.replace(/\B(?=(\d{3})+\b)/g, ',')

export const DELIVERY_METHOD_NAMES = { email: 'Email', sms: 'SMS Text' } as const

/** Not rounded. Extra leads of an offer never count, so the same price and size give the same figure everywhere. */
export const pricePerLead = (price: number, size: number): number => price / size

/** In lowercase, without accents and apostrophes: `sean obrien` finds Seán O’Brien. In SQL: `searchTextOf`. */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘ʻʼ]/g, '')
