/** What a paid link still says of its customer: enough to recognize oneself, nothing that a stranger could use. */

/** `Jane Doe` becomes `J… D…`. */
export const maskWords = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => `${[...word][0] ?? ''}…`)
    .join(' ')

/** `jane@example.com` becomes `j…@e…`. */
export const maskEmail = (email: string): string => email.split('@').map(maskWords).join('@')

/** `(512) 555-0100` becomes `…00`. */
export const maskPhone = (phone: string): string => `…${phone.replace(/\D/g, '').slice(-2)}`

interface CustomerFields {
  customerName: string
  customerEmail: string
  customerBusinessName: string | null
  customerPhone: string | null
  customerAddress: string | null
}

/** The customer of a request in the same fields, masked; what nobody gave stays null. */
export const maskCustomer = (customer: CustomerFields): CustomerFields => ({
  customerName: maskWords(customer.customerName),
  customerEmail: maskEmail(customer.customerEmail),
  customerBusinessName: customer.customerBusinessName && maskWords(customer.customerBusinessName),
  customerPhone: customer.customerPhone && maskPhone(customer.customerPhone),
  customerAddress: customer.customerAddress && maskWords(customer.customerAddress),
})
