import type * as areaContract from '#contract/admin/price-areas.ts'
import * as contract from '#contract/admin/pricing.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { areaCodeOf, areaOfCode } from '#server/features/catalogue/price-areas.ts'
import { readStandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { inTableOrder, type PriceStep, showStep } from './price-set.ts'
import { type ChangeRow, findChange, listChanges, listOwnAreas } from './queries.ts'

export const stepsOf = (row: ChangeRow): PriceStep[] =>
  row.rows.map((one) => ({
    ...shownOf(one, 'area', 'lead_type', 'tier', 'size'),
    before: { cents: toCents(one.before_cents), level: one.before_level },
    after: { cents: toCents(one.after_cents), level: one.after_level },
  }))

async function show(ctx: PlatformContext, rows: readonly ChangeRow[]): Promise<contract.PriceChange[]> {
  const [names, places] = await Promise.all([readMemberNames(ctx), loadPlaces(ctx)])
  return rows.map((row) => ({
    id: row.change_id,
    ...shownOf(row, 'state', 'created_at', 'starts_at', 'applied_at', 'note', 'undone_by', 'prices'),
    createdBy: names.get(row.created_by) ?? row.created_by,
    areas: (row.areas ?? []).map((code) => areaOfCode(places, code)),
    rows: stepsOf(row).map((step) => showStep(step, places)),
    isStanding: row.is_standing && row.state === 'applied' && row.undone_by === null,
    undoes: row.undoes_id,
  }))
}

/** Shows one change. */
export async function showChange(ctx: PlatformContext, row: ChangeRow): Promise<contract.PriceChange> {
  const [shown] = await show(ctx, [row])
  invariant(shown, 'each row is shown')
  return shown
}

/** Reads a change that was just written. */
export async function readChange(ctx: PlatformContext, changeId: string): Promise<contract.PriceChange> {
  const [row] = await ctx.database.run(findChange, { changeId })
  invariant(row, 'changes are never deleted')
  return showChange(ctx, row)
}

/** Lists a page of changes, newest first. @throws Refusal `bad_request` for a cursor of another list */
export async function listPriceChanges(
  ctx: PlatformContext,
  { cursor, limit = contract.PRICE_CHANGES_PAGE_DEFAULT, state }: QueryOf<typeof contract.listPriceChanges>,
): Promise<Page<contract.PriceChange>> {
  const { rows, next } = await readPage({
    page: { cursor, limit },
    name: 'price-changes',
    start: ['infinity', ''],
    keysOf: (row: ChangeRow) => [row.created_at.toISOString(), row.change_id],
    readAfter: ([afterCreatedAt = '', afterChangeId = ''], most) =>
      ctx.database.run(listChanges, { afterCreatedAt, afterChangeId, limit: most, state: state ?? null }),
  })
  return { rows: await show(ctx, rows), next }
}

const byName = new Intl.Collator('en').compare

/** Lists the areas with own prices, by name, a state before its counties. */
export async function listPriceAreas(ctx: PlatformContext) {
  const [places, rows] = await Promise.all([loadPlaces(ctx), ctx.database.run(listOwnAreas)])
  return rows
    .map(({ area, prices }) => ({ area: areaOfCode(places, area), prices }))
    .sort((a, b) => byName(a.area.state, b.area.state) || byName(a.area.county ?? '', b.area.county ?? ''))
}

/** Lists the 48 prices of an area, or everywhere. @throws Refusal `unknown_state`, `unknown_county` */
export async function listAreaPrices(
  ctx: PlatformContext,
  { state, county }: QueryOf<typeof areaContract.listAreaPrices>,
) {
  const places = await loadPlaces(ctx)
  const isNational = state === undefined && county === undefined
  const code = isNational ? null : areaCodeOf(places, { state: state ?? '', county: county ?? null })
  const standing = await readStandingPrices(ctx.database, code)
  return {
    area: code === null ? null : areaOfCode(places, code),
    prices: inTableOrder([...standing.values()]).map(({ price, inherited, ...key }) => ({
      ...key,
      price: dollarTextFromCents(price.cents),
      level: price.level,
      inherited: dollarTextFromCents(inherited.cents),
      inheritedLevel: inherited.level,
    })),
  }
}
