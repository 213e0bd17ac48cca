import { amountOf, digitsOf, searchTextOf } from '#server/platform/search-text.ts'

/** SQL: what a customer is found by. @param of the prefix of the columns: `''` or an alias with its dot */
export const customerText = (of = ''): string =>
  searchTextOf([`${of}name`, `${of}email`, `coalesce(${of}business_name, '')`, digitsOf(`${of}phone`)])

/** SQL: what a payment request is found by itself: name, email and amount. Its customer's text counts too. */
export const requestText = (of = ''): string =>
  searchTextOf([`${of}customer_name`, `${of}customer_email`, amountOf(`${of}total_cents`)])
