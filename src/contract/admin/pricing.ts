/** Changing prices: previewed, kept in the history, and undone while still in effect. */
import * as z from 'zod/mini'
import { LEAD_TYPE_NAMES, LeadType, PricingEntry, packageName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, PlainText } from '#contract/values.ts'
import { NamedArea, PriceArea, PriceLevel } from './price-areas.ts'

const Dollars = z.union([z.number(), z.string().check(z.maxLength(20))])
const PriceKey = z.object({ leadType: LeadType, tier: Tier, size: Size })
export type PriceKey = z.infer<typeof PriceKey>

/** Names a price: `VIP Junior Package, Vacant Houses`. */
export function priceName({ leadType, tier, size }: PriceKey): string {
  return `${packageName({ tier, size })}, ${LEAD_TYPE_NAMES[leadType]}`
}

/** The highest price; it keeps a misplaced decimal point from becoming a price. */
export const PRICE_CENTS_MAX = 9_999_999
export const PRICE_NOTE_LENGTH_MAX = 200
export const PRICE_CHANGES_PAGE_DEFAULT = 20

export const changePrice = defineEndpoint('admin', 'PUT', '/api/admin/pricing', {
  key: 'write',
  summary: 'Sets one of the 48 national prices; it applies at once in all counties that have no price of their own.',
  /** `before`: the price that the administrator saw. If it has changed, the change is refused; absent: replaced. */
  body: z.extend(PriceKey, { basePrice: Dollars, before: z.optional(Dollars) }),
  reply: PricingEntry,
  refusals: ['price_invalid', 'price_changed'],
})

/** Old and new, in dollars as text, and whose price each is. An area that gives up its own price gets another level. */
export const PricedRow = z.extend(PriceKey, {
  before: z.string(),
  beforeLevel: PriceLevel,
  after: z.string(),
  afterLevel: PriceLevel,
})
export type PricedRow = z.infer<typeof PricedRow>

export const previewPrices = defineEndpoint('admin', 'POST', '/api/admin/pricing/preview', {
  key: 'read',
  summary: 'What a change of many prices would do: old, new, and how much it affects. Changes nothing.',
  body: z.object({
    leadTypes: z.array(LeadType).check(z.maxLength(3)),
    tiers: z.array(Tier).check(z.maxLength(4)),
    sizes: z.array(Size).check(z.maxLength(4)),
    /** `percent` and `amount` (dollars) may be negative. `inherit` removes an area's own prices, so it needs one. */
    change: z.union([
      z.object({ kind: z.enum(['percent', 'amount', 'set']), value: z.number() }),
      z.object({ kind: z.literal('inherit') }),
    ]),
    area: z.optional(z.nullable(PriceArea)),
  }),
  reply: z.object({
    rows: z.array(PricedRow),
    packages: z.int(),
    /** Those that keep theirs, because their county or state has its own. */
    keptPackages: z.int(),
    cartLines: z.int(),
  }),
  refusals: ['price_invalid', 'unknown_state', 'unknown_county'],
})

const PriceChangeState = z.enum(['scheduled', 'applied', 'cancelled'])

export const PriceChange = z.object({
  id: z.string(),
  state: PriceChangeState,
  createdAt: Instant,
  createdBy: z.string(),
  startsAt: z.nullable(Instant),
  appliedAt: z.nullable(Instant),
  note: z.nullable(z.string()),
  area: z.nullable(NamedArea),
  /** While it is scheduled, `before` is the price when it was planned. */
  rows: z.array(PricedRow),
  /** Whether its prices are still in effect, so it can be undone. */
  isStanding: z.boolean(),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
})
export type PriceChange = z.infer<typeof PriceChange>

export const changePrices = defineEndpoint('admin', 'POST', '/api/admin/pricing/changes', {
  key: 'write',
  summary: 'Changes prices as they were previewed, all or none, now or from a moment on.',
  body: z.object({
    attemptId: AttemptId,
    area: z.optional(z.nullable(PriceArea)),
    /**
     * `before` is what the administrator saw: another price, or a price of another level, refuses the change. Without
     * `afterLevel`, the area gets a price of its own; with one above it, it gives up its own for that one.
     */
    rows: z
      .array(
        z.extend(PriceKey, {
          before: Dollars,
          beforeLevel: z.optional(PriceLevel),
          after: Dollars,
          afterLevel: z.optional(PriceLevel),
        }),
      )
      .check(z.minLength(1), z.maxLength(48)),
    startsAt: z.optional(Instant),
    note: z.optional(PlainText(PRICE_NOTE_LENGTH_MAX)),
  }),
  reply: PriceChange,
  refusals: ['price_invalid', 'price_changed', 'price_twice', 'price_time_past', 'unknown_state', 'unknown_county'],
})

export const listPriceChanges = defineEndpoint('admin', 'GET', '/api/admin/pricing/changes', {
  key: 'read',
  summary: 'Every price change, including planned ones, newest first.',
  query: z.object({
    cursor: z.optional(PlainText(500)),
    state: z.optional(PriceChangeState),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
  }),
  reply: z.array(PriceChange),
  isPaged: true,
})

const changeParams = z.object({ changeId: PlainText(64) })

export const undoPriceChange = defineEndpoint('admin', 'POST', '/api/admin/pricing/changes/:changeId/undo', {
  key: 'write',
  summary:
    'Restores the prices that a change replaced, as a change of its own; once, and only while they are still in force.',
  params: changeParams,
  reply: PriceChange,
  refusals: ['price_change_unknown', 'price_change_open', 'price_changed'],
})

export const cancelPriceChange = defineEndpoint('admin', 'POST', '/api/admin/pricing/changes/:changeId/cancel', {
  key: 'write',
  summary: 'Cancels a planned change. Repeating it changes nothing.',
  params: changeParams,
  reply: PriceChange,
  refusals: ['price_change_unknown', 'price_change_made'],
})
