import type * as areaContract from '#contract/admin/price-areas.ts'
import { levelOf } from '#contract/admin/price-areas.ts'
import * as contract from '#contract/admin/pricing.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { areaCodeOf, areaOfCode } from '#server/features/catalogue/price-areas.ts'
import {
  readStandingPrices,
  readStandingPricesOf,
  type StandingPrices,
} from '#server/features/catalogue/standing-prices.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { inTableOrder, isInEffect, type PriceStep, showStep } from './price-set.ts'
import { type ChangeRow, findChange, listChanges, listOwnAreas } from './queries.ts'

export const stepsOf = (row: ChangeRow): PriceStep[] =>
  row.rows.map((one) => ({
    ...shownOf(one, 'lead_type', 'tier', 'size'),
    before: { cents: toCents(one.before_cents), level: one.before_level },
    after: { cents: toCents(one.after_cents), level: one.after_level },
  }))

interface Around {
  names: ReadonlyMap<string, string>
  places: Places
  standingIn: (area: string | null) => StandingPrices
}

const readAround = async (ctx: PlatformContext, rows: readonly ChangeRow[]): Promise<Around> => {
  const areas = rows.map((row) => row.area)
  const standing = readStandingPricesOf(ctx.database, areas)
  const [names, places, standingIn] = await Promise.all([readMemberNames(ctx), loadPlaces(ctx), standing])
  return { names, places, standingIn }
}

function show(row: ChangeRow, { names, places, standingIn }: Around): contract.PriceChange {
  const area = row.area === null ? null : areaOfCode(places, row.area)
  const steps = stepsOf(row)
  return {
    id: row.change_id,
    ...shownOf(row, 'state', 'created_at', 'starts_at', 'applied_at', 'note', 'undone_by'),
    createdBy: names.get(row.created_by) ?? row.created_by,
    area,
    rows: inTableOrder(steps).map(showStep),
    isStanding:
      row.state === 'applied' &&
      row.undone_by === null &&
      steps.every((step) => isInEffect(step, standingIn(row.area), levelOf(area))),
    undoes: row.undoes_id,
  }
}

/** Shows one change. */
export const showChange = async (ctx: PlatformContext, row: ChangeRow): Promise<contract.PriceChange> =>
  show(row, await readAround(ctx, [row]))

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
  const around = await readAround(ctx, rows)
  return { rows: rows.map((row) => show(row, around)), next }
}

const byName = new Intl.Collator('en').compare

/** Lists the areas with own prices, by name, a state before its counties. */
export async function listPriceAreas(ctx: PlatformContext) {
  const areas = ctx.database.run(listOwnAreas)
  const [places, names, rows] = await Promise.all([loadPlaces(ctx), readMemberNames(ctx), areas])
  return rows
    .map((row) => ({
      area: areaOfCode(places, row.area),
      prices: row.prices,
      changedAt: row.changed_at.toISOString(),
      changedBy: row.changed_by === null ? 'The store' : (names.get(row.changed_by) ?? row.changed_by),
    }))
    .sort((a, b) => byName(a.area.state, b.area.state) || byName(a.area.county ?? '', b.area.county ?? ''))
}

/** Lists the 48 prices of an area. @throws Refusal `unknown_state`, `unknown_county` */
export async function listAreaPrices(
  ctx: PlatformContext,
  { state, county }: QueryOf<typeof areaContract.listAreaPrices>,
) {
  const places = await loadPlaces(ctx)
  const code = areaCodeOf(places, { state, county: county ?? null })
  const standing = await readStandingPrices(ctx.database, code)
  return {
    area: areaOfCode(places, code),
    prices: inTableOrder([...standing.values()]).map(({ price, inherited, ...key }) => ({
      ...key,
      price: dollarTextFromCents(price.cents),
      level: price.level,
      inherited: dollarTextFromCents(inherited.cents),
      inheritedLevel: inherited.level,
    })),
  }
}
