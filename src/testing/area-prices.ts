/** An administrator who gives a state or a county its own price. */
import type { PriceArea } from '#contract/admin/price-areas.ts'
import type { PriceKey } from '#contract/admin/pricing.ts'
import type { Client } from './builders.ts'

/**
 * Sets a price in dollars of an area, or everywhere (null); or removes an area's own (price null).
 * @returns the change; undefined if the price was this already
 */
export async function setAreaPrice(admin: Client, area: PriceArea | null, key: PriceKey, price: number | null) {
  const { status, body } = await admin.call('PUT', '/api/admin/pricing', { ...key, area, basePrice: price })
  if (status !== 200) throw new Error(`the price was not set: ${JSON.stringify(body)}`)
  return body.changeId
}
