import type { undoOptOut as endpoint } from '#contract/admin/lead-screen.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { typedProperties } from '#server/features/stock/normalize-address.ts'
import { unsuppress } from '#server/features/stock/suppressions.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { citiesIn } from './list-leads.ts'

/**
 * Removes a property from the opt-out list, with a recorded reason: for a request that its owner never made. Leads
 * still in stock are for sale again. Leads that had left stock are deleted; the next lead file may bring them back.
 *
 * @throws Refusal `address_unreadable`, `not_left_alone`
 */
export async function undoOptOut(
  ctx: PlatformContext,
  { street, zip, reason }: BodyOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const properties = typedProperties(ctx, { street, cities: citiesIn(street), zip })
  if (properties.length === 0) throw new Refusal('address_unreadable')
  const keys = properties.map(({ propertyKey }) => propertyKey)
  return inTransaction(ctx, async (tx) => {
    const gone = await unsuppress(tx, keys)
    if (gone.length === 0) throw new Refusal('not_left_alone')
    const isInStock = gone.some((property) => property.isInStock)
    await writeAudit(ctx, tx, {
      action: 'opt_out_undone',
      subject: `A property in ${zip.slice(0, 5)}`,
      before: { isLeftAlone: true },
      after: { isLeftAlone: false, isInStock },
      note: reason,
    })
    return { isInStock }
  })
}
