import { levelOf } from '#contract/admin/price-areas.ts'
import type { PriceChange } from '#contract/admin/pricing.ts'
import { toCents } from '#contract/money.ts'
import { loadPlaces, type Places } from '#server/features/catalogue/places.ts'
import { areaOfCode } from '#server/features/catalogue/price-areas.ts'
import { readStandingPricesOf, type StandingPrices } from '#server/features/catalogue/standing-prices.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { inTableOrder, isInEffect, type PriceStep, showStep } from './price-set.ts'
import { type ChangeRow, findChange, listChanges } from './queries.ts'

const LIST = 'price-changes'
/** Before the first page: later than any moment. */
const START = ['infinity', '']

/** Returns the steps of a change as stored. */
export const stepsOf = (row: ChangeRow): PriceStep[] =>
  row.rows.map((one) => ({
    leadType: one.lead_type,
    tier: one.tier,
    size: one.size,
    before: { cents: toCents(one.before_cents), level: one.before_level },
    after: { cents: toCents(one.after_cents), level: one.after_level },
  }))

/** What a change is shown with. */
interface Around {
  names: ReadonlyMap<string, string>
  places: Places
  standingIn: (area: string | null) => StandingPrices
}

const readAround = async (ctx: PlatformContext, rows: readonly ChangeRow[]): Promise<Around> => {
  const [names, places, standingIn] = await Promise.all([
    readMemberNames(ctx),
    loadPlaces(ctx),
    readStandingPricesOf(
      ctx.database,
      rows.map((row) => row.area),
    ),
  ])
  return { names, places, standingIn }
}

function show(row: ChangeRow, { names, places, standingIn }: Around): PriceChange {
  const area = row.area === null ? null : areaOfCode(places, row.area)
  const steps = stepsOf(row)
  return {
    id: row.change_id,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: names.get(row.created_by) ?? row.created_by,
    startsAt: row.starts_at?.toISOString() ?? null,
    appliedAt: row.applied_at?.toISOString() ?? null,
    note: row.note,
    area,
    rows: inTableOrder(steps).map(showStep),
    isStanding:
      row.state === 'applied' &&
      row.undone_by === null &&
      steps.every((step) => isInEffect(step, standingIn(row.area), levelOf(area))),
    undoes: row.undoes_id,
    undoneBy: row.undone_by,
  }
}
/** Formats a change for the wire. */
export const showChange = async (ctx: PlatformContext, row: ChangeRow): Promise<PriceChange> =>
  show(row, await readAround(ctx, [row]))

/** Reads a change that was just written. */
export async function readChange(ctx: PlatformContext, changeId: string): Promise<PriceChange> {
  const [row] = await ctx.database.run(findChange, { changeId })
  invariant(row, 'changes are never deleted')
  return showChange(ctx, row)
}

/** @throws Refusal `bad_request` for a cursor of another list */
export async function listPriceChanges(
  ctx: PlatformContext,
  { cursor, limit, state }: { cursor?: string | undefined; limit: number; state?: PriceChange['state'] | undefined },
): Promise<Page<PriceChange>> {
  const from = readCursor(LIST, cursor, 2)
  if (from && !isInstantKey(from[0])) throw new Refusal('bad_request')
  const [afterCreatedAt = '', afterChangeId = ''] = from ?? START
  const found = await ctx.database.run(listChanges, {
    afterCreatedAt,
    afterChangeId,
    limit: limit + 1,
    state: state ?? null,
  })
  const rows = found.slice(0, limit)
  const around = await readAround(ctx, rows)
  const last = rows.at(-1)
  const next = last && found.length > limit ? writeCursor(LIST, [last.created_at.toISOString(), last.change_id]) : null
  return { rows: rows.map((row) => show(row, around)), next }
}
