import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { LEAD_TYPE_NAMES, LEAD_TYPES, type PackageId } from '#contract/catalogue/catalogue.ts'
import { addDays, type Day } from '#contract/days.ts'
import { ZERO_CENTS } from '#contract/money.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { Role } from '#contract/values.ts'
import { adminImports, createAdminImport } from '#server/features/admin/admin-imports.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { writeDeliveriesOf } from '#server/features/delivery/delivery-listeners.ts'
import { openFile, savePartBytes } from '#server/features/imports/receive-file.ts'
import { finishImport } from '#server/features/imports/run-import.ts'
import { startApplying, startCheck } from '#server/features/imports/start-import.ts'
import { linkHoldEnd, writeRequest } from '#server/features/links/create-payment-request.ts'
import { tallyCustomersOf } from '#server/features/links/on-order-changed.ts'
import { ensureCustomer } from '#server/features/links/save-customer.ts'
import { ensureMember, findAdministratorAtWork } from '#server/features/members/administrators.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requestOwnerOf } from '#server/features/orders/link-order.ts'
import { addUpSales, recordSales } from '#server/features/sales/record-sale.ts'
import { takeFreshHolds } from '#server/features/stock/place-hold.ts'
import { announceStockChange, EVERY_COUNTY } from '#server/features/stock/stock-changes.ts'
import { addMilliseconds, days, hours, minutes } from '#server/platform/clock.ts'
import type { Config, PlatformContext } from '#server/platform/context.ts'
import { inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { invariant } from '#server/platform/errors.ts'
import { newId, newToken } from '#server/platform/ids.ts'
import { sellThroughLinks } from './links.ts'
import * as sql from './queries.ts'
import * as demoSales from './sales.ts'
import words from './words.json' with { type: 'json' }

/* The two demo accounts and where their passwords are stored. */

const DemoAccount = z.object({ email: z.string(), username: z.string(), role: Role, password: z.string() })
export type DemoAccount = z.infer<typeof DemoAccount>

const PEOPLE = [
  { email: 'admin@example.com', username: 'Dana Admin', role: 'admin' },
  { email: 'rep@example.com', username: 'Riley Rep', role: 'sales' },
] as const

const PASSWORD_LENGTH = 14

const fileIn = (config: Config) => join(config.dataDir, 'demo-accounts.json')

async function readDemoAccounts(config: Config): Promise<DemoAccount[] | null> {
  const text = await readFile(fileIn(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const parsed = z.array(DemoAccount).safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${fileIn(config)} cannot be read; remove it to go on without the passwords.`)
  return parsed.data
}

/** Written before any account has them: an interrupted start must leave no account that no one can open. */
async function keepDemoAccounts(config: Config): Promise<DemoAccount[]> {
  const known = await readDemoAccounts(config)
  if (known) return known
  const accounts = PEOPLE.map((person) => ({ ...person, password: newToken().slice(0, PASSWORD_LENGTH) }))
  await mkdir(config.dataDir, { recursive: true })
  const draft = `${fileIn(config)}.new`
  await writeFile(draft, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 })
  // A temporary file left by an interrupted start keeps its own mode.
  await chmod(draft, 0o600)
  await rename(draft, fileIn(config))
  return accounts
}

/* The links that wait for payment. */

interface LiveLink {
  lines: number
  offers: string
  /** Sent so long ago that it ends soon, and its customer has opened it. */
  isEnding: boolean
}

const LINKS: readonly LiveLink[] = [
  { lines: 2, offers: 'The two packages from our call this week.', isEnding: true },
  { lines: 1, offers: '', isEnding: false },
  { lines: 3, offers: 'As discussed: three to start with, more next month.', isEnding: false },
  { lines: 1, offers: '', isEnding: false },
  { lines: 2, offers: 'Reply to this email if a county should change.', isEnding: false },
  { lines: 1, offers: '', isEnding: false },
]

const LIVE_LINKS = LINKS.length

/** Counties to search if the demo sold some of everything in the busy ones. */
const OTHER_COUNTIES = 50

/** What is left of the link that ends first: less than the 2 hours that count as soon. */
const ENDING_LEFT_MS = minutes(95)

/**
 * Sends the links that wait for payment when the demo starts, as the rep would have: with held units, a customer and
 * the email. One was sent so early that it ends soon; its operations ran with the clock of that time.
 */
async function sendLiveLinks(
  ctx: PlatformContext,
  tx: Transaction,
  options: { repId: string; people: readonly demoSales.Buyer[]; places: readonly demoSales.DemoPlace[] },
): Promise<void> {
  const { repId, people } = options
  const now = ctx.clock.now()
  const lineCount = LINKS.reduce((sum, link) => sum + link.lines, 0)
  const others = options.places.slice(0, OTHER_COUNTIES).map((place) => place.fips)
  const packages = await tx.run(sql.listUnsold, {
    fips: [...new Set([...demoSales.BUSY_COUNTIES, ...others])],
    limit: lineCount,
  })
  const linkMs = hours(ctx.config.linkHours)
  for (const [place, link] of LINKS.entries()) {
    const person = people[place]
    const chosen = packages.splice(0, link.lines)
    invariant(person && chosen.length === link.lines, 'there are people and packages for every live link')
    const agoMs = link.isEnding ? Math.max(0, linkMs - ENDING_LEFT_MS) : 0
    const sentAt = addMilliseconds(now, -agoMs)
    const then: PlatformContext = { ...ctx, clock: { now: () => sentAt } }
    const paymentRequestId = newId('prq', then.clock)
    const bonuses = await Promise.all(chosen.map((row) => promiseLeads(then, row.package_id)))
    const holdIds = await takeFreshHolds(then, tx, {
      packageIds: chosen.map((row) => row.package_id),
      bonuses,
      ownerId: requestOwnerOf(paymentRequestId),
      until: linkHoldEnd(then),
    })
    const contact = { ...person, address: null }
    await writeRequest(then, tx, {
      paymentRequestId,
      lines: chosen.map((row, index) => {
        const holdId = holdIds[index]
        const bonus = bonuses[index]
        invariant(holdId && bonus, 'a package with plenty left gives a unit')
        return {
          holdId,
          packageId: row.package_id,
          leadType: row.lead_type,
          tier: row.tier,
          size: row.size,
          state: row.state,
          county: row.county,
          deliveryMethod: 'email' as const,
          priceCents: row.price_cents,
          discountCents: ZERO_CENTS,
          bonusLeads: bonus.leads,
          offers: bonus.offers.map((offer) => ({ ...offer, cents: 0 })),
          openOffers: [],
        }
      }),
      contact,
      customerId: await ensureCustomer(then, tx, { repId, contact }),
      repId,
      commissionBps: ctx.config.usualCommissionBps,
      specialOffers: link.offers,
      attemptId: null,
      isReminderOn: true,
      replacesId: null,
    })
    if (link.isEnding)
      await tx.run(sql.recordLooked, { paymentRequestId, openedAt: addMilliseconds(sentAt, agoMs / 2) })
  }
}

/** A pseudorandom number from 0 to 1, derived from a text, so it is the same at every start. */
const draw = (text: string) => `('x' || substr(md5(${text}), 1, 6))::bit(24)::int / 16777216.0`

/** About ten views for each sold package around its day, and a few counties that are viewed without a sale. */
export const insertDemand = statement('demo.insert_demand')`
  with popular as (
    select c.fips, coalesce(s.packages, 0) / ($today::date - $from::date + 1.0) * 10 + 4 * power(${draw(`c.fips || 'p'`)}, 14) as looks_a_day
    from counties c left join (
      select value, sum(packages) as packages from sale_figures
      where dimension = 'county' and day between $from::date and $today::date group by value
    ) s on s.value = c.fips
  ), days as (
    select $from::date + n as day, case when extract(isodow from $from::date + n) > 5 then 0.6 else 1.1 end as bustle
    from generate_series(0, $today::date - $from::date) as n
  ), drawn as (
    select p.fips, d.day, floor(looks_a_day * bustle * 2 * ${draw(`p.fips || d.day || 'v'`)} + 2 * coalesce(f.packages, 0))::int as views,
      coalesce(f.packages, 0) as sold, ${draw(`p.fips || d.day || 'h'`)} as luck
    from popular p cross join days d
    left join sale_figures f on f.dimension = 'county' and f.value = p.fips and f.day = d.day
  ), placed as (
    select *, greatest(sold, 0) + floor(views * 0.22 * luck)::int as holds from drawn where views > 0
  )
  insert into county_demand (day, fips, views, holds, sell_outs)
  select day, fips, views, holds, floor(holds * 0.3 * luck * luck)::int from placed order by day, fips
  on conflict do nothing`

/* Leads of one county, so that what is bought there is delivered at once and can be read. */

const HEADER =
  'Property Address,City,State,Zip,County,Lead Type,Owner 1,Mailing Address,Mailing City,Mailing State,Mailing Zip,Phone 1,Phone 1 Type,Phone 1 DNC,Email,Acquired'
const STREETS = [
  'Sample Oak St',
  'Sample Creek Rd',
  'Sample Hill Dr',
  'Sample Fern Ln',
  'Sample Park Ave',
  'Sample Mill St',
]
const OWNERS_SEED = 20_261_130
/** How many leads of each list are how old, in days: fewer buyers get one of a better tier. */
const AGES = [
  [400, 0, 2],
  [200, 3, 7],
  [150, 10, 20],
  [150, 30, 25],
] as const

/** A supplier's file: the same people at every start, found lately. Streets and phone numbers are made up. */
function demoLeadFile(today: Day): string {
  const owners = demoSales.makeBuyers(
    demoSales.createRandom(OWNERS_SEED),
    LEAD_TYPES.length * AGES.reduce((sum, [count]) => sum + count, 0),
  )
  let row = 0
  const lines = LEAD_TYPES.flatMap((leadType) =>
    AGES.flatMap(([count, youngest, range]) =>
      Array.from({ length: count }, (_, index) => {
        const owner = owners[row]
        invariant(owner, 'there is an owner for every lead')
        row += 1
        const street = `${100 + row} ${STREETS[row % STREETS.length]}`
        const mail = leadType === 'vacant' ? `${row} Example Harbor Way,Tacoma,WA,98402` : `${street},Austin,TX,78704`
        const phone = `512555${String(100 + (row % 100)).padStart(4, '0')},mobile,${row % 5 === 0 ? 'Y' : 'N'}`
        const found = addDays(today, -youngest - (index % range))
        return `${street},Austin,TX,78704,Travis,${LEAD_TYPE_NAMES[leadType]},${owner.fullName},${mail},${phone},${owner.email},${found}`
      }),
    ),
  )
  return [HEADER, ...lines].join('\n')
}

/** Imports the file as the administrator would, once, into a store that has the demo's stock. */
export async function importDemoLeads(system: PlatformContext): Promise<void> {
  const member = await findAdministratorAtWork(system.database, undefined)
  const [claim] = member ? await system.database.run(sql.claimLeads, { now: system.clock.now() }) : []
  if (!member || !claim) return
  const actor = { kind: 'member', userId: member.user_id, role: 'admin', commissionBps: 0 } as const
  const ctx: PlatformContext = { ...system, actor }
  const bytes = Buffer.from(demoLeadFile(storeDayOf(ctx.clock.now(), ctx.config.timeZone)))
  const scope = await adminImports(ctx)
  const named = { kind: 'leads' as const, source: 'County records (demo)', fileName: 'travis.csv' }
  const { id } = await createAdminImport(ctx, { ...named, fileBytes: bytes.length })
  await savePartBytes(ctx, { importId: id, partNumber: 0 }, bytes)
  await startCheck(ctx, scope, id, (await openFile(ctx, scope, id)).mapping)
  await finishImport(ctx, scope, id)
  await startApplying(ctx, scope, id)
  await finishImport(ctx, scope, id)
}

const LOAD = 'demo'
const NEWCOMERS_SEED = 20_261_205
/** How long the store keeps the units of a link that no one closed; past sales show it in their holds. */
const UNITS_KEPT_AFTER_LINK = '1 hour'

/**
 * Creates the demo once: two accounts, stock in every state for every package, 120 days of sales, and payment links
 * that wait for their customers, in one transaction; a second node that starts at once waits. A store that has stock
 * gets only the accounts. Null if another folder has the passwords.
 */
export async function loadDemoData(ctx: PlatformContext, auth: Auth, options: { progress: (line: string) => void }) {
  const [before] = await ctx.database.run(sql.findLoad, { name: LOAD })
  if (before) return readDemoAccounts(ctx.config)

  const isMine = await inTransaction(ctx, async (tx) => {
    await tx.liftTimeLimits()
    const [claim] = await tx.run(sql.claimLoad, { name: LOAD, now: ctx.clock.now() })
    if (!claim) return false
    options.progress('Making the demo accounts.')
    const repId = await makeAccounts(ctx, auth)
    const [stock] = await tx.run(sql.hasStock)
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
  const prices = new Map((await tx.run(sql.listPrices)).map((row) => [`${row.lead_type}/${row.tier}/${row.size}`, row]))
  const sales = demoSales.makeDemoSales({
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
  await tx.run(sql.setDemoStock, {
    packageIds: [...units.keys()],
    units: [...units.values()],
    // Counties by population (GeoNames): tens of VIP packages in a large one, fewer from 100,000 people on, few elsewhere.
    large: demoSales.listOf(words.largeCounties),
    middle: demoSales.listOf(words.middleCounties),
    movedAt: addMilliseconds(now, -days(demoSales.DEMO_DAYS + 2)),
    cause: 'demo',
  })
  progress(`Recording ${sales.length} demo sales of the last ${demoSales.DEMO_DAYS} days.`)
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
  await tx.run(sql.insertOrders, { json })
  await tx.run(sql.insertLines, { json, unitsKeptAfterLink: UNITS_KEPT_AFTER_LINK })
  const idsOf = (some: readonly demoSales.DemoOrder[]) => some.map(({ order_id }) => order_id)
  await recordSales(tx, idsOf(orders), { timeZone: ctx.config.timeZone, now })
  await addUpSales(tx)
  writeDeliveriesOf(ctx, tx, idsOf(orders.filter(({ state }) => state === 'paid')))
  const today = storeDayOf(now, ctx.config.timeZone)
  await tx.run(insertDemand, { from: addDays(today, -demoSales.DEMO_DAYS), today })
  await tx.run(sql.insertCustomers, { customers: JSON.stringify(customers) })
  await tx.run(sql.insertRequests, {
    requests: JSON.stringify(requests.map((request) => ({ ...request, token: newToken() }))),
  })
  tallyCustomersOf(tx, idsOf(orders))
  // Half of them came back, half had never bought before.
  const returning = customers.slice(-LIVE_LINKS / 2).map((customer) => ({
    fullName: customer.name,
    email: customer.email,
    businessName: customer.business_name,
    cellPhone: customer.phone,
  }))
  const newcomers = demoSales.makeBuyers(demoSales.createRandom(NEWCOMERS_SEED), LIVE_LINKS - returning.length)
  await sendLiveLinks(ctx, tx, { repId, people: [...returning, ...newcomers], places })
}

/** The bonus leads that a new store's offers add to each sold package, as if it always had these offers. */
async function promisesOf(ctx: PlatformContext, sales: readonly demoSales.DemoOrder[]) {
  const packageIds = new Set(sales.flatMap(({ lines }) => lines.map((line) => line.package_id)))
  const promises = [...packageIds].map(async (packageId) => {
    const { leads, offers } = await promiseLeads(ctx, packageId as PackageId)
    return [packageId, { bonus_leads: leads, offers: offers.map((offer) => ({ ...offer, cents: 0 })) }] as const
  })
  return new Map(await Promise.all(promises))
}

function countUnits(orders: readonly demoSales.DemoOrder[]): Map<string, number> {
  const units = new Map<string, number>()
  for (const { lines } of orders)
    for (const { package_id } of lines) units.set(package_id, (units.get(package_id) ?? 0) + 1)
  return units
}
