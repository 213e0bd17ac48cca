import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { addDays } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { writeDeliveriesOf } from '#server/features/delivery/delivery-listeners.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { ensureMember } from '#server/features/members/ensure-member.ts'
import { addUpSales, recordSales } from '#server/features/sales/record-sale.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database.ts'
import { newToken } from '#server/platform/ids.ts'
import { invariant } from '#server/platform/invariant.ts'
import { LARGE_COUNTIES, MIDDLE_COUNTIES } from './county-sizes.ts'
import { insertDemand } from './demand-queries.ts'
import { type DemoAccount, keepDemoAccounts, readDemoAccounts } from './demo-accounts.ts'
import { sellThroughLinks } from './links.ts'
import { makeBuyers } from './people.ts'
import { claimLoad, findLoad, hasStock, insertLines, insertOrders, listPrices, setDemoStock } from './queries.ts'
import { createRandom } from './random.ts'
import { insertCustomers, insertRequests } from './request-queries.ts'
import { DEMO_DAYS, type DemoOrder, makeDemoSales } from './sales.ts'
import { LIVE_LINKS, sendLiveLinks } from './send-live-links.ts'

const LOAD = 'demo'
const NEWCOMERS_SEED = 20_261_205
/** How long the store keeps the units of a link that no one closed; past sales show it in their holds. */
const UNITS_KEPT_AFTER_LINK = '1 hour'

/**
 * Creates the demo once: two accounts, stock in every state for every package, 120 days of sales, and payment links
 * that wait for their customers. Everything except the accounts is one transaction; if two nodes start at once, one
 * creates it while the other waits. A store that already has stock gets only the accounts: none of its own data is
 * overwritten.
 *
 * @param options.progress receives a sentence about each step
 * @returns the accounts with their passwords, or null if another folder has them
 */
export async function loadDemoData(
  ctx: PlatformContext,
  auth: Auth,
  options: { progress: (line: string) => void },
): Promise<readonly DemoAccount[] | null> {
  const [before] = await ctx.database.run(findLoad, { name: LOAD })
  if (before) return readDemoAccounts(ctx.config)

  const isMine = await inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    const [claim] = await tx.run(claimLoad, { name: LOAD, now: ctx.clock.now() })
    if (!claim) return false
    options.progress('Making the demo accounts.')
    const repId = await makeAccounts(ctx, auth)
    const [stock] = await tx.run(hasStock)
    if (stock?.has_stock) {
      options.progress('This store keeps stock already: no demo stock, no demo sales.')
      return true
    }
    await makeStockAndSales(ctx, tx, repId, options.progress)
    return true
  })
  if (isMine) announceStockChange(ctx, [EVERY_COUNTY])
  return readDemoAccounts(ctx.config)
}

/** @returns the rep's id */
async function makeAccounts(ctx: PlatformContext, auth: Auth): Promise<string> {
  let repId: string | undefined
  for (const account of await keepDemoAccounts(ctx.config)) {
    const { userId } = await ensureMember(ctx, auth, account)
    if (account.role === 'sales') repId = userId
  }
  invariant(repId, 'there is a rep among the demo accounts')
  return repId
}

async function makeStockAndSales(
  ctx: PlatformContext,
  tx: Transaction,
  repId: string,
  progress: (line: string) => void,
): Promise<void> {
  const now = ctx.clock.now()
  const { states, countiesOf } = await loadPlaces(ctx)
  const places = states.flatMap((state) => countiesOf(state))
  const prices = new Map((await tx.run(listPrices)).map((row) => [`${row.lead_type}/${row.tier}/${row.size}`, row]))
  const sales = makeDemoSales({
    now,
    places,
    priceOf(leadType, tier, size) {
      const price = prices.get(`${leadType}/${tier}/${size}`)
      invariant(price, `there is a price for ${leadType}/${tier}/${size}`)
      return price.price_cents
    },
    repId,
  })
  const { orders, requests, customers } = sellThroughLinks(sales, { now, repId })
  const units = countUnits(sales)
  progress('Setting the demo stock of every package.')
  await tx.run(setDemoStock, {
    packageIds: [...units.keys()],
    units: [...units.values()],
    large: LARGE_COUNTIES,
    middle: MIDDLE_COUNTIES,
    movedAt: addMilliseconds(now, -days(DEMO_DAYS + 2)),
    cause: 'demo',
  })
  progress(`Recording ${sales.length} demo sales of the last ${DEMO_DAYS} days.`)
  const promised = await promisesOf(ctx, sales)
  const json = JSON.stringify(
    orders.map((order) => ({
      ...order,
      lines: order.lines.map((line) => ({ ...line, ...promised.get(line.package_id) })),
      token: newToken(),
      payment_id: `pi_demo_${order.order_id.slice(4)}`,
      refund_id: `rfd_${order.order_id.slice(4)}`,
    })),
  )
  await tx.run(insertOrders, { json })
  await tx.run(insertLines, { json, unitsKeptAfterLink: UNITS_KEPT_AFTER_LINK })
  await recordSales(
    tx,
    orders.map((order) => order.order_id),
    { timeZone: ctx.config.timeZone, now },
  )
  // The demand below is generated from the figures.
  await addUpSales(tx)
  const waiting = orders.filter(({ state }) => state === 'paid')
  writeDeliveriesOf(
    ctx,
    tx,
    waiting.map((order) => order.order_id),
  )
  const today = storeDayOf(now, ctx.config.timeZone)
  await tx.run(insertDemand, { from: addDays(today, -DEMO_DAYS), today })
  await tx.run(insertCustomers, { customers: JSON.stringify(customers) })
  await tx.run(insertRequests, {
    requests: JSON.stringify(requests.map((request) => ({ ...request, token: newToken() }))),
  })
  // Half of them came back, half had never bought before.
  const returning = customers.slice(-LIVE_LINKS / 2).map((customer) => ({
    fullName: customer.name,
    email: customer.email,
    businessName: customer.business_name,
    cellPhone: customer.phone,
  }))
  const newcomers = makeBuyers(createRandom(NEWCOMERS_SEED), LIVE_LINKS - returning.length)
  await sendLiveLinks(ctx, tx, { repId, people: [...returning, ...newcomers], places })
}

/** The bonus leads that a new store's offers add to each sold package, as if it always had these offers. */
async function promisesOf(ctx: PlatformContext, sales: readonly DemoOrder[]) {
  const packageIds = new Set(sales.flatMap(({ lines }) => lines.map((line) => line.package_id)))
  const promises = [...packageIds].map(async (packageId) => {
    const { leads, offers } = await promiseLeads(ctx, packageId as PackageId)
    const terms = { bonus_leads: leads, offers: offers.map((offer) => ({ ...offer, cents: 0 })) }
    return [packageId, terms] as const
  })
  return new Map(await Promise.all(promises))
}

function countUnits(orders: readonly DemoOrder[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { lines } of orders) {
    for (const { package_id } of lines) units.set(package_id, (units.get(package_id) ?? 0) + 1)
  }
  return units
}
