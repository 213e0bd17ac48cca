import type { listOrders as endpoint } from '#contract/admin/order-screen.ts'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { ORDER_STATES, orderStatusOf } from '#contract/orders/order-states.ts'
import { readReference } from '#server/features/orders/search.ts'
import { readSearch, type SearchWords } from '#server/platform/search-text.ts'
import type { Driver, ListParameters, Residual } from './list-walks.ts'

export type OrderQuery = QueryOf<typeof endpoint>

/** The index that a page walks, with its values, and the further conditions for each order. */
export interface Plan {
  driver: Driver
  /** The values for the driver. */
  values: Partial<ListParameters>
  residuals: readonly { residual: Residual; value: Partial<ListParameters> }[]
  /** For a search by the index: the walk that finds what many orders contain. */
  near?: Omit<Plan, 'near' | 'words'>
  words?: SearchWords
}

const NOTHING_TO_ASK = { values: {}, residuals: [] } as const

/** The walk for a value of the overview's dimensions; null if there is no such value. */
function walkOfDimension(
  dimension: NonNullable<OrderQuery['dimension']>,
  value: string,
): Omit<Plan, 'residuals'> | null {
  switch (dimension) {
    case 'package': {
      const [leadType = '', tier = '', size] = value.split('-')
      return Number.isInteger(Number(size))
        ? { driver: 'sale_package', values: { leadType, tier, size: Number(size) } }
        : null
    }
    case 'lead_type':
    case 'tier': {
      const kinds = LEAD_TYPES.flatMap((leadType) =>
        TIERS.flatMap((tier) => SIZES.map((size) => ({ leadType, tier, size }))),
      )
      const asked = kinds.filter(({ leadType, tier }) => (dimension === 'tier' ? tier : leadType) === value)
      const values = {
        leadTypes: asked.map((kind) => kind.leadType),
        tiers: asked.map((kind) => kind.tier),
        sizes: asked.map((kind) => kind.size),
      }
      return { driver: 'sale_kinds', values }
    }
    case 'state':
      return { driver: 'sale_state', values: { saleState: value } }
    case 'county':
      return { driver: 'sale_county', values: { fips: value } }
    case 'channel':
      return { driver: 'sale_channel', values: { channel: value } }
    case 'rep':
      // Orders without a rep came without one; no other orders do.
      return value === ''
        ? { driver: 'sale_channel', values: { channel: 'storefront' } }
        : { driver: 'sale_rep', values: { repId: value } }
  }
}

/**
 * Chooses the narrowest walk for a query; the other conditions are checked for each order on the way. Null if nothing
 * can match.
 */
export function planOf(query: OrderQuery): Plan | null {
  const { status, channel, repId, paymentMethod, dimension } = query
  const state = ORDER_STATES.find((one) => orderStatusOf(one) === status)
  const words = readSearch(query.search)
  if (words === 'none') return null
  const searched = words && { ...words, ...readReference(query.search ?? '') }
  const text = searched ? [{ residual: 'text' as const, value: searched }] : []
  const residuals = [
    ...(state ? [{ residual: 'state' as const, value: { state } }] : []),
    ...(paymentMethod ? [{ residual: 'method' as const, value: { method: paymentMethod } }] : []),
    ...(channel ? [{ residual: 'channel' as const, value: { channel } }] : []),
    ...(repId ? [{ residual: 'rep' as const, value: { repId } }] : []),
  ]
  const without = (...left: Residual[]) => residuals.filter(({ residual }) => !left.includes(residual))
  if (state === 'awaiting_payment' || state === 'cancelled') {
    const driver = state === 'cancelled' ? 'cancelled' : 'waiting'
    // Neither was sold, so no figure contains it.
    return dimension ? null : { driver, values: {}, residuals: [...without('state'), ...text] }
  }
  if (searched) {
    if (dimension) return null
    const near = state
      ? ({ driver: 'in_state', values: { state }, residuals: [...without('state'), ...text] } as const)
      : ({ driver: 'paid', values: {}, residuals: [...residuals, ...text] } as const)
    return { driver: 'search', values: { ...searched, id: query.search?.trim() ?? '' }, residuals, near, words }
  }
  if (dimension) {
    const walk = walkOfDimension(dimension, query.value ?? '')
    return walk && { ...walk, residuals }
  }
  if (repId) return { driver: 'sale_rep', values: { repId }, residuals: without('rep') }
  if (channel) return { driver: 'sale_channel', values: { channel }, residuals: without('channel') }
  if (paymentMethod && paymentMethod !== 'stripe') {
    const wasPaid = { residual: 'was_paid' as const, value: { wasPaid: true } }
    return { driver: 'by_method', values: { method: paymentMethod }, residuals: [...without('method'), wasPaid] }
  }
  if (state) return { driver: 'in_state', values: { state }, residuals: without('state') }
  return { ...NOTHING_TO_ASK, driver: 'paid', residuals }
}
