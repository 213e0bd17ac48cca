import { expect, test } from 'vitest'
import { Client } from '#testing/builders.ts'
import { withStore } from '#testing/with-store.ts'
import { checkReadiness, diskTry } from './check-readiness.ts'

const store = withStore({
  settings: { brandName: 'Plot & Co', holdMinutes: 7.5, linkHours: 48, cashAppHandle: '$plot' },
})

test('the health of the store is alive while it answers, and ready once startup is done', async () => {
  const visitor = new Client(store)
  expect((await visitor.call('GET', '/healthz')).body).toEqual({ status: 'alive' })
  expect((await visitor.call('GET', '/readyz')).body).toEqual({ status: 'ready' })
  await expect(checkReadiness(store.ctx, false)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a store whose database has no room left is asked to write at most every few seconds, however often it is asked whether it is ready', async () => {
  await new Client(store).call('GET', '/readyz')
  const { result } = diskTry(store.ctx)
  await new Client(store).call('GET', '/readyz')
  expect(diskTry(store.ctx).atMs).toBeGreaterThan(0)
  expect(diskTry(store.ctx).result).toBe(result)
})

test('the public configuration has the brand, the times and how to pay, and no secrets', async () => {
  const { body } = await new Client(store).call('GET', '/api/config')

  expect(body).toEqual({
    brand: 'Plot & Co',
    subsidiary: expect.any(String),
    vipGroupUrl: expect.stringMatching(/^https:/),
    supportEmail: expect.stringContaining('@'),
    holdMinutes: 7.5,
    linkHours: 48,
    buyers: 'VIP leads are yours alone for a year. Premier: up to 3 buyers. Premium and Standard: up to 10 buyers.',
    caps: 'Each lead is sold to 1, 3 or 10 buyers, by tier. Never more.',
    guarantee: 'Bad leads replaced or credited within 14 days. Late? 10% back as credit.',
    guaranteeInFull: expect.stringMatching(/ within 14 days. We replace .*, up to 20% of a package.$/),
    saleCaps: { vip: 1, premier: 3, premium: 10, standard: 10 },
    lateCreditPercent: 10,
    claimDays: 14,
    claimPercent: 20,
    claimEvidence: { note: ['wrong_number', 'duplicate', 'not_owner', 'sold_since'], file: [] },
    timeZone: 'America/New_York',
    hasReturningCredit: true,
    returningCreditPercent: 5,
    terms: {
      refundRule: expect.stringContaining('we refund'),
      phone: '(512) 555-0100',
      postalAddress: '100 Example Street, Austin, TX 78701',
    },
    cashApp: { handle: '$plot' },
    payments: {
      publishableKey: store.stripe.publishableKey,
      sandboxUrl: 'http://store.test/sandbox/stripe',
    },
  })
  expect(JSON.stringify(body)).not.toContain(store.stripe.secretKey)
})
