/** How a customer's data is kept. */
import { oneLine, readAddress } from '#server/platform/one-line.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** What is said about a customer; null where nothing was said. */
export interface CustomerData {
  name: string
  email: string
  phone: string | null
  address: string | null
  businessName: string | null
}

/**
 * Typed data as it is kept: each field one line, one plain address.
 *
 * @throws Refusal `bad_request` for an empty name or an address that cannot be one
 */
export function readData(typed: {
  name: string
  email: string
  phone?: string | null | undefined
  address?: string | null | undefined
  businessName?: string | null | undefined
}): CustomerData {
  const name = oneLine(typed.name)
  if (!name) throw new Refusal('bad_request.customer_name')
  return {
    name,
    email: readAddress(typed.email),
    phone: oneLine(typed.phone),
    address: oneLine(typed.address),
    businessName: oneLine(typed.businessName),
  }
}

/** Notes keep their lines and tabs; other control characters become spaces. */
export function readNotes(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, ' ')
    .trim()
}
