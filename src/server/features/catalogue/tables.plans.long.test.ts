/**
 * What offers, store credit and prices of areas add to the statements of every order must cost the same after a million
 * uses as after one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCartLines } from '#server/features/orders/cart.ts'
import * as promises from '#server/features/orders/promise-queries.ts'
import * as orders from '#server/features/orders/queries.ts'
import { recordOrders } from '#server/features/sales/queries.ts'
import type { Statement } from '#server/platform/statement.ts'
import { explainStatement } from '#testing/explain-statement.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { reserveUses } from './offer-queries.ts'
import { listPackageCents, readShelves } from './queries.ts'

const NOW = '2026-11-22T00:00:00Z'

/** Each statement with one value for each of its parameters, as text. */
const STATEMENTS: readonly [string, Statement<never, unknown>, Readonly<Record<string, string | null>>][] = [
  ['reading a cart', listCartLines, { ownerId: 'cart:1', orderId: null, now: NOW, deniedAt: NOW }],
  [
    'placing an order',
    orders.placeOrder,
    {
      newOrderId: 'ord_1',
      reference: 'LY-1',
      token: 'token',
      ownerId: 'cart:1',
      totalCents: '100',
      digest: 'digest',
      method: 'stripe',
      fullName: null,
      email: null,
      businessName: null,
      cellPhone: null,
      address: null,
      now: NOW,
      userId: null,
      commissionBps: '0',
      holdIds: '{hld_1}',
      packageIds: '{p}',
      leadTypes: '{vacant}',
      tiers: '{vip}',
      sizes: '{20}',
      states: '{Texas}',
      counties: '{Travis}',
      deliveryMethods: '{email}',
      priceCents: '{100}',
      discountCents: '{0}',
      bonusLeads: '{0}',
      offers: '{[]}',
      limitedOfferIds: '{off_1}',
      usedCreditCents: '0',
      creditCents: '{0}',
      openOffers: '{[]}',
      termsVersion: '1',
    },
  ],
  [
    'marking it paid',
    orders.markPaid,
    {
      orderId: 'ord_1',
      revision: '1',
      totalCents: '100',
      refundedCents: '0',
      state: 'paid',
      paidAt: NOW,
      fullName: null,
      email: null,
      cellPhone: null,
      paymentMethod: 'stripe',
      lineNumbers: '{1}',
      holdIds: '{hld_1}',
      customerKey: null,
      creditCents: '0',
    },
  ],
  ['canceling it', orders.cancelOrder, { orderId: 'ord_1', now: NOW }],
  ['freezing it', orders.freezeOrder, { orderId: 'ord_1', revision: '1' }],
  ['returning spares', orders.returnSpares, { orderId: 'ord_1', revision: '1', now: NOW }],
  ['promising it', promises.promiseOrder, { orderId: 'ord_1', revision: '1', payUntil: NOW }],
  ['returning it', promises.returnOrder, { orderId: 'ord_1' }],
  [
    'closing a promised one',
    promises.closePromisedOrder,
    { orderId: 'ord_1', now: NOW, closeReason: 'expired', decidedBy: null, decisionNote: null },
  ],
  [
    'reserving a use',
    reserveUses,
    { offerIds: '{off_1}', orderId: 'ord_1', ownerId: 'cart:1', customerKey: 'key', hasCustomer: 'true' },
  ],
  ['recording a sale', recordOrders, { orderIds: '{ord_1}', timeZone: 'America/New_York', now: NOW }],
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each(STATEMENTS)('%s looks up uses and lines by key', async (_, statement, values) => {
  // In a store whose tables the planner still thinks are empty.
  const plan = await explainStatement(database, statement, values)
  expect(plan).toMatch(/offer_uses|offer_figure/)
  expect(plan).not.toMatch(/Seq Scan on (offer_uses|offer_denials|credit_entries|order_lines|orders|holds|area_prices)/)
})

test('a county page and its packages look up own prices by key', async () => {
  for (const [statement, values] of [
    [readShelves, { fips: '{48453}' }],
    [listPackageCents, { packageIds: '{48453-vacant-vip-20}' }],
  ] as const) {
    const plan = await explainStatement(database, statement, values)
    expect(plan).toContain('area_prices')
    expect(plan).not.toMatch(/Seq Scan on area_prices/)
  }
})
