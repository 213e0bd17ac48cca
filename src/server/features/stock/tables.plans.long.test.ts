/**
 * Each index of live holds serves one kind of query, and its condition keeps the planner from using another one.
 * Nothing else would reveal it: the answers would stay right, and every query would read every live hold.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as cart from '#server/features/orders/cart.ts'
import type { Statement } from '#server/platform/database/statement.ts'
import { type Plan, plansOf } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import * as inventory from './queries.ts'
import * as screens from './screen-queries.ts'
import { findHoldings } from './suppressions.ts'

const NOW = '2026-03-01T12:00:00Z'
const HOLD = 'hld_7'
const OWNER = 'cart:7'
const PACKAGE = '48453-vacant-vip-20'

/** Two lines per cart, five holds per address, three ended holds per live one. */
const LIVE_HOLDS = 20_000
const ENDED_HOLDS = 60_000

/** After five runs, PostgreSQL compares its plans for given values with one for any values. */
const RUNS = 7

const PKEY = 'holds_pkey'
const BY_OWNER = 'holds_live_by_owner'
const BY_ADDRESS = 'holds_live_by_address'
const BY_EXPIRY = 'holds_live_by_expiry'
const BY_STORE = 'holds_released_by_store'
const BY_PACKAGE = 'holds_with_leads_by_package'

/** One value for each parameter, of one cart line or of several. */
const VALUES = {
  ...{ ownerId: OWNER, packageId: PACKAGE, holdId: HOLD, orderId: null, releasedBy: 'usr_1', note: 'stuck' },
  ...{ now: NOW, expiresAt: '2026-03-01T12:30:00Z', endedAt: NOW, deniedAt: NOW, mostHold: '2 hours', limit: 500 },
  ...{ ownerIds: [OWNER], packageIds: [PACKAGE], addressKeys: ['address 7'], placedAts: [NOW], expiresAts: [NOW] },
  ...{ holdIds: [HOLD, 'hld_8'], orderIds: ['ord_1', 'ord_2'], leadIds: ['7', '8'], deliveryMethods: ['sms'] },
  ...{ linesMax: 50, perAddressMax: 200, bonusLeads: [5], bonusOffers: ['[]'] },
}
const NEW_HOLD = { holdIds: ['hld_new'] }
const NO_HOLD = { holdId: null, holdIds: [null] }

/** [what it answers, the statement, the indexes of holds that it may read, values of its own] */
const QUESTIONS: readonly [string, Statement<never, unknown>, readonly string[], object?][] = [
  ['placing a hold', inventory.placeHolds, [BY_ADDRESS, BY_OWNER], NEW_HOLD],
  ['releasing the newest of a package', inventory.releaseHold, [BY_OWNER, PKEY], NO_HOLD],
  ['releasing one by its id', inventory.releaseHold, [BY_OWNER, PKEY]],
  ['expiring holds', inventory.expireHolds, [BY_EXPIRY, PKEY]],
  ['renewing a cart', inventory.renewHolds, [BY_OWNER, PKEY]],
  ['selling an order', inventory.sellHolds, [PKEY]],
  ['moving holds to an order', inventory.moveHolds, [PKEY], { ownerId: 'order:1' }],
  ['asking whether holds live', inventory.countLiveHolds, [BY_OWNER]],
  ['taking one out of a cart', screens.releaseFromCart, [PKEY]],
  ['what was taken out of a cart', screens.listReleasedFromCart, [BY_STORE], { limit: 100 }],
  ['the holders of a lead', findHoldings, [BY_OWNER, BY_PACKAGE]],
  ['reading a cart', cart.listCartLines, [BY_OWNER]],
  ['naming a delivery method', cart.nameDeliveries, [BY_OWNER], NO_HOLD],
]

/** What the planner knows when it decides: when holds were counted, and which there were then. */
const STATISTICS: readonly [string, readonly ('ended' | 'live' | 'analyze')[]][] = [
  ['counted with all its holds', ['ended', 'live', 'analyze']],
  ['counted while nothing was held', ['ended', 'analyze', 'live']],
  ['never counted', ['ended', 'live']],
]

async function fill({ pool }: TestDatabase, kind: 'live' | 'ended'): Promise<void> {
  // Statistics only when a test asks for them: the server would collect its own some seconds later.
  await pool.query('alter table holds set (autovacuum_enabled = off)')
  const isLive = kind === 'live'
  await pool.query(
    `insert into holds (hold_id, package_id, owner_id, address_key, state, took_unit, placed_at, expires_at, ended_at)
     select $1 || i, p.package_ids[1 + i % 200], 'cart:' || i % ($2 / 2), 'address ' || i % ($2 / 5), $3, true,
       $4::timestamptz + i * interval '0.05 seconds', $4::timestamptz + i * interval '0.05 seconds' + interval '30 minutes', $5::timestamptz
     from generate_series(1, $2::int) i, (select array_agg(package_id) as package_ids from packages where fips between '48443' and '48463') p`,
    [
      isLive ? 'hld_' : 'hld_ended_',
      isLive ? LIVE_HOLDS : ENDED_HOLDS,
      isLive ? 'live' : 'expired',
      NOW,
      isLive ? null : NOW,
    ],
  )
}

/** The indexes of holds in a plan. A read of the whole table is reported as such. */
function readsOf(plan: Plan): string[] {
  const isWhole = plan['Relation Name'] === 'holds' && plan['Node Type'].endsWith('Seq Scan')
  const index = plan['Index Name']?.startsWith('holds_') ? [plan['Index Name']] : []
  return [...(isWhole ? ['the whole table'] : index), ...(plan.Plans ?? []).flatMap(readsOf)]
}

describe.each(STATISTICS)('over a table that was %s', (_, steps) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    for (const step of steps) {
      if (step === 'analyze') await database.pool.query('analyze holds')
      else await fill(database, step)
    }
  })
  afterAll(() => database.drop())

  test.each(QUESTIONS)('%s reads only the rows it asks for', async (_, statement, indexes, own) => {
    const plans = await plansOf(database, statement, { ...VALUES, ...own }, RUNS)
    expect(plans.map((plan) => [...new Set(readsOf(plan))].sort())).toEqual(Array.from({ length: RUNS }, () => indexes))
  })
})
