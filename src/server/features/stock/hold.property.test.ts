/**
 * Random sequences of everything that happens to stock, from several carts on a few packages, checked against a model
 * that states the rules a second time. A failure prints the shortest sequence that shows it.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { aBuyer, adminOf, type Buyer } from '#testing/builders.ts'
import { runsOf } from '#testing/lane.ts'
import { expectStockIdentities } from '#testing/stock-identities.ts'
import { type ModelHold, StockModel } from '#testing/stock-model.ts'
import { withStore } from '#testing/with-store.ts'
import { expireHolds } from './release-hold.ts'

/** One unit of waiting. Up to thirteen of them never add up to a multiple of 30 minutes, so a few milliseconds decide nothing. */
const STEP_MS = minutes(7)
const CARTS = 3

const store = withStore()
const admin = adminOf(store)

/** A payment that the provider took and the store has not heard of yet. */
interface TakenPayment {
  paymentId: string
  lines: ModelHold[]
  /** Whether each line is refunded, once it was settled. */
  refunds?: boolean[]
}

interface World {
  packageIds: string[]
  buyers: Buyer[]
  taken: (TakenPayment | undefined)[]
}

type Step = fc.AsyncCommand<StockModel, World>

/** A step, and what is compared after each: every count of every package. */
function step(name: string, run: (model: StockModel, world: World) => Promise<void>): Step {
  return {
    check: () => true,
    async run(model, world) {
      await run(model, world)
      expect(await countsInStore(world.packageIds)).toEqual(model.counts())
    },
    toString: () => name,
  }
}

const countsInStore = (packageIds: string[]) =>
  store.sql`select p.package_id as "packageId", p.available,
      case when p.is_unlimited then p.unlimited_shown else least(p.available, 999) end as shown,
      (select coalesce(sum(delta) filter (where reason = 'set'), 0)::int from stock_movements m where m.package_id = p.package_id) as placed,
      (select count(*)::int from holds h where h.package_id = p.package_id and took_unit and state = 'live') as held,
      (select count(*)::int from holds h where h.package_id = p.package_id and took_unit and state = 'sold') as sold
    from unnest(${packageIds}::text[]) with ordinality as asked (package_id, place) join packages p using (package_id) order by place`

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

const reserve = (cart: number, place: number) =>
  step(`reserve(cart ${cart}, package ${place})`, async (model, { buyers, packageIds }) => {
    const packageId = pick(packageIds, place)
    const isFree = model.canHold(packageId)

    const { status, body } = await pick(buyers, cart).reserve(packageId)

    expect([status, body.code]).toEqual(isFree ? [200, undefined] : [409, 'out_of_stock'])
    if (!isFree) return
    model.hold(body.holdId, packageId, cart)
    expect(body.available).toBe(model.shown(packageId))
  })

const release = (cart: number, place: number) =>
  step(`release(cart ${cart}, package ${place})`, async (model, { buyers, packageIds, taken }) => {
    const packageId = pick(packageIds, place)
    const newest = model.newest(cart, packageId)

    const { status, body } = await pick(buyers, cart).release(packageId)

    if (settledInstead(model, taken[cart], packageId)) return expect(body.code).toBe('order_already_paid')
    expect([status, body.holdId]).toEqual(newest ? [200, newest.holdId] : [409, undefined])
    if (newest) model.end(newest, 'released')
  })

/** Any hold there ever was: the cart's own or another's, live or ended, named with its package or with a wrong one. */
const releaseById = (cart: number, which: number, isPackageRight: boolean) =>
  step(`releaseById(cart ${cart}, hold ${which}, ${isPackageRight})`, async (model, { buyers, packageIds, taken }) => {
    const placed = model.holds.filter(({ holdId }) => holdId.startsWith('hld_'))
    if (placed.length === 0) return
    const hold = pick(placed, which)
    const packageId = isPackageRight ? hold.packageId : pick(packageIds, packageIds.indexOf(hold.packageId) + 1)
    const isAllowed = hold.cart === cart && hold.state === 'live' && isPackageRight

    const { status, body } = await pick(buyers, cart).release(packageId, hold.holdId)

    if (settledInstead(model, taken[cart], packageId)) return expect(body.code).toBe('order_already_paid')
    expect(status).toBe(isAllowed ? 200 : 409)
    if (isAllowed) model.end(hold, 'released')
  })

const wait = (steps: number) =>
  step(`wait(${steps})`, async (model) => {
    store.clock.advance(steps * STEP_MS)
    model.now += steps * STEP_MS
  })

const sweep = () =>
  step('sweep', async (model) => {
    await expireHolds(store.ctx)
    model.sweep()
  })

const setStock = (place: number, count: number, expected: 'none' | 'seen' | 'old') =>
  step(`setStock(package ${place}, ${count}, expected ${expected})`, async (model, { packageIds }) => {
    const packageId = pick(packageIds, place)
    const seen = model.shown(packageId)
    const claim = { none: {}, seen: { expected: seen }, old: { expected: seen + 1 } }[expected]

    const url = `/api/admin/packages/${packageId}/availability`
    const { status, body } = await admin.call('PUT', url, { available: count, ...claim })

    // If the count is already what they wanted, there is nothing to lose: it is their own retry, or a colleague wanted
    // the same.
    const isRefused = expected === 'old' && seen !== count
    expect([status, body.code]).toEqual(isRefused ? [409, 'availability_changed'] : [200, undefined])
    if (expected === 'old') return
    model.setStock(packageId, count)
    expect(body.available).toBe(count)
  })

/** The buyer pays what is in the cart; the store hears of it only with `report`. */
const pay = (cart: number) =>
  step(`pay(cart ${cart})`, async (model, { buyers, taken }) => {
    if (taken[cart]) return
    const buyer = pick(buyers, cart)
    const lines = model.lines(cart)

    const payment = await buyer.openPayment()

    expect([payment.status, payment.body.code]).toEqual(lines.length ? [200, undefined] : [409, 'cart_empty'])
    if (lines.length === 0) return
    model.renewForCheckout(cart)
    expect((await buyer.confirm(payment.body)).status).toBe(200)
    taken[cart] = { paymentId: payment.body.paymentId, lines }
  })

const report = (cart: number) =>
  step(`report(cart ${cart})`, async (model, { buyers, taken }) => {
    const payment = taken[cart]
    if (!payment) return
    taken[cart] = undefined

    const { status, body } = await pick(buyers, cart).report(payment)

    expect(status).toBe(200)
    const refunds = settle(model, payment)
    expect(body.lines.map((line: { isRefunded: boolean }) => line.isRefunded)).toEqual(refunds)
    expect(body.status).toBe(refunds.every(Boolean) ? 'refunded' : 'completed')
  })

/** Turns a payment into an order, once. @returns for each line whether it is refunded */
function settle(model: StockModel, payment: TakenPayment): boolean[] {
  if (payment.refunds) return payment.refunds
  const late = payment.lines.filter((hold) => hold.state !== 'live')
  for (const hold of payment.lines) if (hold.state === 'live') model.end(hold, 'sold')
  const isRefunded = new Map(late.map((hold) => [hold, !sellFresh(model, hold)]))
  payment.refunds = payment.lines.map((hold) => isRefunded.get(hold) ?? false)
  return payment.refunds
}

/** Releasing a package that a card has paid for in the meantime finds it bought. */
function settledInstead(model: StockModel, payment: TakenPayment | undefined, packageId: string): boolean {
  if (!payment || payment.refunds || !payment.lines.some((hold) => hold.packageId === packageId)) return false
  settle(model, payment)
  return true
}

/** A payment that came after its hold had ended takes a fresh unit if there is one. */
function sellFresh(model: StockModel, late: ModelHold): boolean {
  if (!model.canHold(late.packageId)) return false
  model.end(model.hold(`fresh for ${late.holdId}`, late.packageId, late.cart), 'sold')
  return true
}

const cartNumber = fc.nat(CARTS - 1)
const place = fc.nat(2)
const count = fc.oneof(
  { weight: 5, arbitrary: fc.nat(4) },
  { weight: 2, arbitrary: fc.constantFrom(998, 999) },
  { weight: 2, arbitrary: fc.constantFrom(1_000, 5_000) },
)

const anyStep = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(cartNumber, place).map(([cart, p]) => reserve(cart, p)) },
  { weight: 2, arbitrary: fc.tuple(cartNumber, place).map(([cart, p]) => release(cart, p)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(cartNumber, fc.nat(), fc.boolean())
      .map(([cart, which, right]) => releaseById(cart, which, right)),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }).map(wait) },
  { weight: 2, arbitrary: fc.constant(null).map(sweep) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(place, count, fc.constantFrom<'none' | 'seen' | 'old'>('none', 'seen', 'old'))
      .map(([p, available, expected]) => setStock(p, available, expected)),
  },
  { weight: 3, arbitrary: cartNumber.map(pay) },
  { weight: 3, arbitrary: cartNumber.map(report) },
)

let worlds = 0

/** Packages and carts that no other sequence touches, with a little stock. */
async function aWorld(): Promise<{ model: StockModel; real: World }> {
  worlds += 1
  const fips = String(48_000 + (worlds % 254) * 2 + 1)
  const size = [20, 30, 50, 100][Math.floor(worlds / 254) % 4]
  const packageIds = ['vip', 'premier', 'standard'].map((tier) => `${fips}-owner-${tier}-${size}`)
  const model = new StockModel(packageIds)
  for (const [index, packageId] of packageIds.entries()) {
    await store.setStock(packageId, index + 1)
    model.setStock(packageId, index + 1)
  }
  const buyers = Array.from({ length: CARTS }, () => aBuyer(store))
  return { model, real: { packageIds, buyers, taken: [] } }
}

test('stock, whatever happens in any order matches its rules after every step, never goes negative and never oversells', async () => {
  const commands = fc.commands([anyStep], { maxCommands: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(commands, (steps) => fc.asyncModelRun(aWorld, steps)),
    { numRuns: runsOf(100), endOnFailure: false },
  )
  await expectStockIdentities(store.testDatabase)
}, 120_000)
