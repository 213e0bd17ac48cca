/** Changing prices: previewed, kept in the history, and undone while still in effect. */
import * as z from 'zod/mini'
import { LEAD_TYPE_NAMES, LeadType, PricingEntry, packageName, Size, Tier } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, PlainText } from '#contract/values.ts'
import { NamedArea, PackageScope, PreviewStart, PriceArea, PriceLevel } from './price-areas.ts'

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
/** A change has these many of its prices at most; it may be of thousands. */
export const PRICES_SHOWN_MAX = 48

export const changePrice = defineEndpoint('admin', 'PUT', '/api/admin/pricing', {
  key: 'write',
  summary: 'Sets one of the 48 prices, at once, in all counties without a price of their own, or with `area` there.',
  /**
   * `before`: the price that the administrator saw. If it has changed, the change is refused; absent: replaced.
   * `basePrice` null: the area gives up its own price.
   */
  body: z.extend(PriceKey, {
    basePrice: z.nullable(Dollars),
    before: z.optional(Dollars),
    area: z.optional(z.nullable(PriceArea)),
  }),
  /** `changeId`: to undo it; absent if the price was this already. */
  reply: z.extend(PricingEntry, { changeId: z.optional(z.string()) }),
  refusals: ['price_invalid', 'price_changed', 'unknown_state', 'unknown_county'],
})

/** Old and new, in dollars as text, and whose price each is. An area that gives up its own price gets another level. */
export const PricedRow = z.extend(PriceKey, {
  /** The name of its area; null: everywhere. */
  place: z.nullable(z.string()),
  before: z.string(),
  beforeLevel: PriceLevel,
  after: z.string(),
  afterLevel: PriceLevel,
})
export type PricedRow = z.infer<typeof PricedRow>

/** `percent` and `amount` (dollars) may be negative; `ending` rounds what comes out to whole $1, $5, or to .99. */
export const PriceEnding = z.enum(['$1', '$5', '.99'])
export type PriceEnding = z.infer<typeof PriceEnding>

/** `inherit` removes an area's own prices, so it needs areas. */
export const PricesStep = z.union([
  z.object({ kind: z.enum(['percent', 'amount']), value: z.number(), ending: z.optional(PriceEnding) }),
  z.object({ kind: z.literal('set'), value: z.number() }),
  z.object({ kind: z.literal('inherit') }),
])
export type PricesStep = z.infer<typeof PricesStep>

export const previewPrices = defineEndpoint('admin', 'POST', '/api/admin/pricing/preview', {
  key: 'read',
  summary: 'What a change of many prices would do: old, new, and how much it affects. Changes nothing.',
  body: z.object({ scope: PackageScope, step: PricesStep, from: PreviewStart }),
  reply: z.object({
    /** Those that change, from `from` on. */
    rows: z.array(PricedRow),
    changed: z.int(),
    /** Prices of the scope that stay, because they are this already. */
    same: z.int(),
    packages: z.int(),
    /** Those that keep theirs, because their county or state has its own. */
    keptPackages: z.int(),
    cartLines: z.int(),
    /** Stands for all rows: old, new, and whose they are. */
    seen: z.string(),
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
  /** None: everywhere. */
  areas: z.array(NamedArea),
  /** How many it has; `rows` are the first of them. */
  prices: z.int(),
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
    scope: PackageScope,
    step: PricesStep,
    /** From the preview: if a price or its level is another by now, the change is refused. */
    seen: PlainText(64),
    startsAt: z.optional(Instant),
    note: z.optional(PlainText(PRICE_NOTE_LENGTH_MAX)),
  }),
  reply: PriceChange,
  refusals: ['price_invalid', 'price_changed', 'price_time_past', 'unknown_state', 'unknown_county'],
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
  summary: 'Restores the prices that a change replaced, as a new change; once, and only while its own are in force.',
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
