/** An administrator who gives a state or a county its own price. */
import type { PriceArea } from '#contract/admin/price-areas.ts'
import type { PriceKey } from '#contract/admin/pricing.ts'
import type { Client } from './builders.ts'

let attempts = 0

/** Sets an area's own price in dollars, or removes it (null), as its screen does: preview first. */
export async function setAreaPrice(admin: Client, area: PriceArea, key: PriceKey, price: number | null): Promise<void> {
  const { body: preview } = await admin.call('POST', '/api/admin/pricing/preview', {
    area,
    leadTypes: [key.leadType],
    tiers: [key.tier],
    sizes: [key.size],
    change: price === null ? { kind: 'inherit' } : { kind: 'set', value: price },
  })
  attempts += 1
  const reply = await admin.call('POST', '/api/admin/pricing/changes', {
    attemptId: `attempt-of-area-${attempts}`,
    area,
    rows: preview.rows,
  })
  if (reply.status !== 200) throw new Error(`the price was not set: ${JSON.stringify(reply.body)}`)
}
