import { LEAD_TYPE_NAMES, type PackageId, sizeName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import type { HoldId } from '#contract/values.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import type { OrderLineRow } from '#server/features/orders/order-row.ts'
import { findHoldsWithLeads, fitLeads } from '#server/features/stock/fit-leads.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { RequestRow } from './request-row.ts'

const nameOf = ({ tier, size, lead_type: leadType, county, state }: OrderLineRow): string =>
  `${TIER_FACTS[tier as Tier].name} ${sizeName(size)} (${LEAD_TYPE_NAMES[leadType as keyof typeof LEAD_TYPE_NAMES]}, ${county}, ${state})`

/**
 * Lets the packages of a link have no lead that its customer must not get, as `fitLeadsToBuyer` does when it is sent: a day may
 * lie between, in which the customer can buy elsewhere.
 *
 * @throws Refusal `too_few_unseen`, naming the packages; `details: { holdIds }`. The link and its units stay as they are
 */
export async function fitLinkLeads(ctx: PlatformContext, row: RequestRow): Promise<void> {
  const holdIds = row.lines.flatMap((line) => (line.hold_id ? [line.hold_id as HoldId] : []))
  const withLeads = await findHoldsWithLeads(ctx, holdIds)
  if (withLeads.size === 0) return
  const packages = row.lines.flatMap(({ hold_id: holdId, package_id: packageId }) =>
    holdId ? [{ holdId, packageId: packageId as PackageId, hasLeads: withLeads.has(holdId) }] : [],
  )
  const unfit = await fitLeads(ctx, { packages, buyerKey: customerKeyOf(ctx, row.customer_email) })
  if (unfit.length === 0) return
  const names = row.lines.filter((line) => line.hold_id && unfit.includes(line.hold_id)).map(nameOf)
  const values = { packages: names.join('; ') }
  throw new Refusal('too_few_unseen.link', { values, details: { holdIds: unfit } })
}
