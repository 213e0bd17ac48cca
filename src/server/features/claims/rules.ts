/** Rules of claims. Pure, so that tests can cover them all. */
import * as contract from '#contract/claims/claim-reasons.ts'
import { toCents } from '#contract/money.ts'
import type { Cents } from '#contract/values.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { Limit } from '#server/platform/count-attempts.ts'
import { canBeCalled } from '#server/platform/text/phone-numbers.ts'

export const mostClaims = (leads: number, { shareBps }: Pick<contract.ClaimTerms, 'shareBps'>): number =>
  shareBps === 0 ? 0 : Math.max(1, Math.floor((leads * shareBps) / 10_000))

export const claimEnd = (deliveredAt: Date, terms: Pick<contract.ClaimTerms, 'days'>): Date =>
  addMilliseconds(deliveredAt, days(terms.days))

/** The store credit for one lead: its share of `keptCents`, what the store still has for its line (paid less given back). */
export function creditForLead(line: { keptCents: number; creditedCents: number; leads: number }): Cents {
  const share = Math.floor(Math.max(0, line.keptCents) / line.leads)
  return toCents(Math.max(0, Math.min(share, line.keptCents - line.creditedCents)))
}

interface LeadFactsKnown {
  deliveredAt: Date
  /** When the store learned that its owner opted out; null if they did not. */
  suppressedAt: Date | null
  acquiredAt: Date
  /** `YYYY-MM-DD`; null if unknown. */
  lastSaleOn: string | null
  /** Since when it is on a list of leads that its buyer has already; null if it is on none. */
  listedSince: Date | null
  /** E.164; null if the store forgot the lead. */
  phones: readonly string[] | null
  /** The county it was sold in, and those that its ZIP code lies in; none if that is not known. Federal codes. */
  fips: string
  zipCounties: readonly number[]
}

/** Whether the store itself knows that a claim is right. Otherwise a person decides. */
export function isKnownRight(reason: contract.ClaimReason, lead: LeadFactsKnown): boolean {
  switch (reason) {
    case 'opted_out':
      return lead.suppressedAt !== null && lead.suppressedAt < lead.deliveredAt
    case 'duplicate':
      return lead.listedSince !== null && lead.listedSince < lead.deliveredAt
    case 'sold_since':
      return (
        lead.lastSaleOn !== null &&
        lead.lastSaleOn > lead.acquiredAt.toISOString().slice(0, 10) &&
        lead.lastSaleOn <= lead.deliveredAt.toISOString().slice(0, 10)
      )
    case 'wrong_number':
      // This includes a lead without any number: a buyer pays for someone they can call.
      return lead.phones !== null && !lead.phones.some(canBeCalled)
    case 'wrong_county':
      return lead.zipCounties.length > 0 && !lead.zipCounties.includes(Number(lead.fips))
    default:
      return false
  }
}

const startsWith = (bytes: Buffer, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

/** @see https://www.w3.org/TR/png-3/#5PNG-file-signature; its first chunk is the header. */
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const PNG_HEADER = [0x49, 0x48, 0x44, 0x52]
const JPEG = [0xff, 0xd8, 0xff]
/** A PDF says where it ends within its last 1,024 bytes. */
const PDF_END_BYTES = 1_024

/** The kind of a file by its content; null if it may not be evidence. */
export function evidenceKindOf(bytes: Buffer): 'png' | 'jpg' | 'pdf' | null {
  if (startsWith(bytes, PNG) && startsWith(bytes, PNG_HEADER, 12)) return 'png'
  if (startsWith(bytes, JPEG) && bytes.includes(Buffer.from([0xff, 0xd9]), 3)) return 'jpg'
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  return isPdf && bytes.subarray(-PDF_END_BYTES).includes('%%EOF') ? 'pdf' : null
}

/** Files for one package within a day: three for each of its claims, twice over. */
export const attachLimits = (orderId: string, lineNumber: number): Limit[] => [
  { kind: 'claim-file', parts: [orderId, String(lineNumber)], max: 120, windowMs: days(1), isRateLimit: true },
]

/** Files for an order within a day. Each counts with its stated size before it is read, so many at once count too. */
export function orderFilesLimits(orderId: string, bytes: number): Limit[] {
  const ofOrder = { parts: [orderId], windowMs: days(1) }
  const size = { max: contract.CLAIM_ORDER_MEGABYTES_MAX * 1_024, cost: Math.ceil(bytes / 1_024) }
  return [
    { ...ofOrder, kind: 'claim-files-of-order', max: contract.CLAIM_ORDER_FILES_MAX },
    { ...ofOrder, kind: 'claim-kilobytes-of-order', ...size },
  ]
}

const Z = 1.959_964

/** The Wilson score interval of a share with 95 % confidence. @see https://doi.org/10.1080/01621459.1927.10502953 */
export function shareWithRange(count: number, total: number): { share: number; low: number; high: number } {
  if (total === 0) return { share: 0, low: 0, high: 1 }
  const share = count / total
  const middle = share + (Z * Z) / (2 * total)
  const spread = Z * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total))
  const scale = 1 + (Z * Z) / total
  return { share, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}
