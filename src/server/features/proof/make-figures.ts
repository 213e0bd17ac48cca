import { SHARES_ONLY } from '#contract/admin/setting-list.ts'
import { startOfSpan } from '#contract/days.ts'
import { FIGURE_MONTHS, type Figures, HIDDEN_BELOW } from '#contract/proof/figures.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { utf8 } from '#proof/bytes.ts'
import { checksumOf, writeFiguresEntry } from '#proof/figures-entry.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, withAdvisoryLock } from '#server/platform/database.ts'
import {
  countClaims,
  countDeliveries,
  countOptOuts,
  countStock,
  findFigures,
  SAID,
  writeFigures,
} from './figure-queries.ts'
import { carryOver, showClaims, showDeliveries, showOptOuts, showStock } from './rules.ts'
import { sayInLog } from './say-in-log.ts'

/** Only one node counts, because that reads whole ledgers. */
const LOCK = [0x747275, 1] as const

/** Such as `2026-11`. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return startOfSpan(new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10), 'month').slice(0, 7)
}

async function compute(ctx: PlatformContext, day: string, previous: Figures | null): Promise<Figures> {
  const now = ctx.clock.now()
  const { timeZone } = ctx.config
  const hasCounts = ctx.config.publicFigures !== SHARES_ONLY
  const shown = { day, hasCounts, firstMonth: monthBefore(day, FIGURE_MONTHS) }
  const moment = { now, timeZone }
  const stock = await ctx.database.run(countStock)
  const deliveries = await ctx.database.run(countDeliveries, moment)
  const claims = await ctx.database.run(countClaims, moment)
  const optOuts = await ctx.database.run(countOptOuts, moment)
  return {
    version: 1,
    day,
    madeAt: now.toISOString(),
    timeZone,
    hasCounts,
    hiddenBelow: HIDDEN_BELOW,
    stock: [...stock.map((counts) => showStock(counts, shown)), ...carryOver(previous?.stock ?? [], shown)],
    deliveries: deliveries.map((counts) => showDeliveries(counts, shown)),
    claims: claims.map((counts) => showClaims(counts, shown)),
    optOuts: optOuts.map((counts) => showOptOuts(counts, shown)),
  }
}

/** Makes the figures of the store's current day with their statement for the log, once, if there are any. */
export async function makeFigures(ctx: PlatformContext): Promise<void> {
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const [latest] = await ctx.database.run(findFigures, { day: null })
  // The day is not later: the time zone was changed, or this ran before.
  if (latest && latest.day >= day) return
  await withAdvisoryLock(ctx.database, LOCK, async () => {
    const figures = await compute(ctx, day, latest ? (JSON.parse(latest.figures) as Figures) : null)
    const { stock, deliveries, claims, optOuts } = figures
    if ([stock, deliveries, claims, optOuts].every(({ length }) => length === 0)) return
    const text = `${JSON.stringify(figures)}\n`
    const checksum = checksumOf(utf8(text))
    await inTransaction(ctx, async (tx) => {
      const [written] = await tx.run(writeFigures, { day, figures: text, checksum, now: ctx.clock.now() })
      // Another node was faster and made the statement.
      if (written) await sayInLog(ctx, tx, { kind: `${SAID}${day}`, text: writeFiguresEntry({ day, checksum }) })
    })
  })
}
