/** The rules of the three card fields, without a page: how they are written as typed, and what is wrong with them. */

/** @typedef {{ name: string, label: string, pattern: RegExp, lengths: number[], groups: number[], cvc: number }} Brand */

/** @type {Brand[]} */
const BRANDS = [
  { name: 'visa', label: 'Visa', pattern: /^4/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'mastercard', label: 'Mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'amex', label: 'Amex', pattern: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: 'discover', label: 'Discover', pattern: /^6(011|4|5)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'diners', label: 'Diners Club', pattern: /^3(0|6|8|9)/, lengths: [14, 16], groups: [4, 6, 6], cvc: 3 },
  { name: 'jcb', label: 'JCB', pattern: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: 'unionpay', label: 'UnionPay', pattern: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
]
/** @type {Brand} */
const UNKNOWN = { name: 'unknown', label: '', pattern: /^/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 }

export const digitsOf = (/** @type {string} */ text) => text.replace(/\D/g, '')

/** The brand that the first digits belong to. */
export function brandOf(/** @type {string} */ number) {
  return BRANDS.find((brand) => brand.pattern.test(number)) ?? UNKNOWN
}

/** Groups of digits as they stand on the card. */
export function formatNumber(/** @type {string} */ text) {
  const digits = digitsOf(text)
  const brand = brandOf(digits)
  const groups = []
  let start = 0
  for (const size of brand.groups) {
    const group = digits.slice(start, Math.min(start + size, Math.max(...brand.lengths)))
    if (group !== '') groups.push(group)
    start += size
  }
  return groups.join(' ')
}

/** `MM / YY`; a first digit above 1 can only be a month below 10. Takes `12/2030` as browsers fill it in. */
export function formatExpiry(/** @type {string} */ text) {
  const filled = /^\s*(\d{1,2})\s*[/-]\s*20(\d{2})\s*$/.exec(text)
  const typed = /^\s*(\d)\s*\/\s*(\d{0,2})$/.exec(text)
  const digits = filled
    ? `${filled[1].padStart(2, '0')}${filled[2]}`
    : typed
      ? `0${typed[1]}${typed[2]}`
      : digitsOf(text).replace(/^([2-9])/, '0$1')
  if (digits.length < 2) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2, 4)}`
}

/** @typedef {{ type: 'validation_error', code: string, message: string } | null} Fault */

const fault = (/** @type {string} */ code, /** @type {string} */ message) => ({
  type: 'validation_error',
  code,
  message,
})

/** @returns {Fault} */
export function checkNumber(/** @type {string} */ text) {
  const digits = digitsOf(text)
  const brand = brandOf(digits)
  if (digits.length < Math.min(...brand.lengths)) return fault('incomplete_number', 'Your card number is incomplete.')
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 ? null : fault('invalid_number', 'Your card number is invalid.')
}

/** @returns {Fault} */
export function checkExpiry(/** @type {string} */ text, /** @type {Date} */ today) {
  const digits = digitsOf(text)
  const month = Number(digits.slice(0, 2))
  if (digits.length < 4) return fault('incomplete_expiry', "Your card's expiration date is incomplete.")
  if (month < 1 || month > 12) return fault('invalid_expiry_month', "Your card's expiration month is invalid.")
  const year = 2000 + Number(digits.slice(2, 4))
  const thisYear = today.getFullYear()
  if (year < thisYear) return fault('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year > thisYear + 50) return fault('invalid_expiry_year', "Your card's expiration year is invalid.")
  return year === thisYear && month < today.getMonth() + 1
    ? fault('invalid_expiry_month_past', "Your card's expiration date is in the past.")
    : null
}

/** @returns {Fault} */
export function checkCvc(/** @type {string} */ text, /** @type {string} */ number) {
  return digitsOf(text).length < brandOf(digitsOf(number)).cvc
    ? fault('incomplete_cvc', "Your card's security code is incomplete.")
    : null
}
