/** Values that both sides share. `zod/mini` keeps the browser bundle small. */
import * as z from 'zod/mini'
import { EMAIL_LENGTH_MAX, EMAIL_WRONG, readEmail } from './email-address.ts'
import { CENTS_MAX } from './plain-values.ts'

/** Integer cents of US dollars, never negative. */
export const Cents = z.int().check(z.gte(0), z.lte(CENTS_MAX)).brand<'Cents'>()
export type Cents = z.infer<typeof Cents>

/** Basis points: 1,000 bps is 10 %. */
export const Bps = z.int().check(z.gte(0), z.lte(10_000)).brand<'Bps'>()

/** An instant as ISO 8601 in UTC, such as `2026-11-21T10:00:00.000Z`. */
export const Instant = z.iso.datetime()
export type Instant = z.infer<typeof Instant>

/** Text as people type it. PostgreSQL cannot store the zero character or half a surrogate pair, so both are refused. */
export const PlainText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), 'contains a character that cannot be stored'),
  )

export const matching = (pattern: RegExp) => z.string().check(z.regex(pattern))

/** Where a page of a list starts, and how many rows it has. */
export const PageQuery = (limitMax: number) =>
  z.object({
    cursor: z.optional(PlainText(500)),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(limitMax))),
  })

/** One address to which mail can be delivered, read as it is stored; the forms read it the same way. */
export const EmailAddress = PlainText(EMAIL_LENGTH_MAX).check(
  z.overwrite((text) => readEmail(text) ?? text),
  z.refine((text) => readEmail(text) !== null, EMAIL_WRONG),
)

/** An address that need not be given yet: empty counts as absent. */
export const OptionalEmail = PlainText(EMAIL_LENGTH_MAX).check(
  z.overwrite((text) => readEmail(text) ?? text.trim()),
  z.refine((text) => text === '' || readEmail(text) !== null, EMAIL_WRONG),
)

export const HoldId = matching(/^hld_[0-9a-z]{10,40}$/).brand<'HoldId'>()
export type HoldId = z.infer<typeof HoldId>

export const OrderId = matching(/^ord_[0-9a-z]{10,40}$/).brand<'OrderId'>()
export type OrderId = z.infer<typeof OrderId>

/** The provider's id of a payment (`pi_…` at Stripe), or ours if there was no provider. Never interpreted. */
export const PaymentId = matching(/^[\w-]{3,255}$/).brand<'PaymentId'>()
export type PaymentId = z.infer<typeof PaymentId>

export const OrderToken = matching(/^[A-Za-z0-9_-]{20,64}$/).brand<'OrderToken'>()
export type OrderToken = z.infer<typeof OrderToken>

export const UserId = PlainText(64).check(z.minLength(1)).brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const CustomerId = matching(/^cus_[0-9a-z]{10,40}$/).brand<'CustomerId'>()
export type CustomerId = z.infer<typeof CustomerId>

export const PaymentRequestId = matching(/^prq_[0-9a-z]{10,40}$/).brand<'PaymentRequestId'>()
export type PaymentRequestId = z.infer<typeof PaymentRequestId>

/** The secret of a payment link. Any short text is accepted, so a guess gets the same reply as an unknown token. */
export const PaymentRequestToken = PlainText(128).brand<'PaymentRequestToken'>()
export type PaymentRequestToken = z.infer<typeof PaymentRequestToken>

/** Made by the caller, so a repeated call is the same attempt. The header `Idempotency-Key` says it, too. */
export const AttemptId = matching(/^[A-Za-z0-9_-]{8,64}$/).brand<'AttemptId'>()
export type AttemptId = z.infer<typeof AttemptId>

export const Role = z.enum(['sales', 'admin'])
export type Role = z.infer<typeof Role>

export const DeliveryMethod = z.enum(['email', 'sms'])
export type DeliveryMethod = z.infer<typeof DeliveryMethod>
