/** Leads that are sent to Follow Up Boss, which a server in its own process stands in for. */
import { describe, expect, test } from 'vitest'
import type { LeadRecord } from '#contract/delivery/lead-record.ts'
import { aBackedPackage } from '#testing/deliveries.ts'
import { API_KEY, aConnectedBuyer, withFollowUpBoss } from '#testing/follow-up-boss/with-follow-up-boss.ts'
import { listWebhooks, readEvents } from '#testing/webhooks.ts'
import { followUpBossEvent } from './send-events.ts'

const { boss, store } = await withFollowUpBoss()
const posted = () => boss.calls.filter(({ method }) => method === 'POST')

describe('a connected buyer', () => {
  test('gets one event for each delivered lead, under the store’s system and their own key', async () => {
    const connected = await aConnectedBuyer(store)
    const { body: order } = await connected.buyer.buy(await aBackedPackage(store))

    await store.runJobs()

    expect(posted()).toHaveLength(25)
    const [call] = posted()
    expect(call).toMatchObject({
      path: '/v1/events',
      userName: API_KEY,
      password: '',
      system: 'Leadyard Test',
      systemKey: 'system-key-1',
      body: {
        source: store.ctx.config.brand.name,
        system: 'Leadyard Test',
        type: 'Registration',
        occurredAt: expect.stringMatching(/Z$/),
        message: expect.stringContaining(`of order ${order.reference}`),
        person: { tags: ['Vacant Houses'] },
        property: { state: 'TX', code: expect.stringMatching(/^\d{5}$/) },
      },
    })
    expect(new Set(posted().map(({ body }) => /Lead (\d+) of/.exec(body.message)?.[1])).size).toBe(25)
    expect(await connected.states()).toEqual(Array(25).fill('sent'))
    await store.runJobs()
    expect(posted()).toHaveLength(25)
  }, 30_000)

  test('who tests the connection has their key checked, and nothing is made there', async () => {
    const connected = await aConnectedBuyer(store)
    await connected.desk.call('POST', `/api/desk/webhooks/${connected.id}/test`)
    await store.runJobs()
    expect(boss.calls).toMatchObject([{ method: 'GET', path: '/v1/identity', userName: API_KEY }])
    expect((await readEvents(connected))[0]).toMatchObject({ state: 'sent', tries: [{ status: 200 }] })
  })

  test('whose key is wrong is told so at once, and gets everything after entering a right one', async () => {
    const connected = await aConnectedBuyer(store, 'fka_not_the_key')
    await connected.buyer.buy(await aBackedPackage(store))
    await store.runJobs()

    expect(await listWebhooks(connected.desk)).toMatchObject([{ kind: 'follow_up_boss', offReason: 'key_refused' }])
    const [mail, ...more] = (await store.mailsTo(connected.email)).filter(({ subject }) => subject.includes('is off'))
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your connection to Follow Up Boss is off')
    expect(mail?.text).toContain('refused the API key (401)')
    expect(await connected.states()).toEqual(Array(25).fill('waiting'))

    boss.calls.length = 0
    await connected.desk.call('PUT', '/api/desk/follow-up-boss', { apiKey: API_KEY })
    await store.runJobs()
    expect(posted()).toHaveLength(25)
    expect(await connected.states()).toEqual(Array(25).fill('sent'))
    expect(await listWebhooks(connected.desk)).toMatchObject([{ id: connected.id, offReason: null }])
  }, 30_000)

  test('keeps one connection, whose key is not in the database and not replaced by a signing secret', async () => {
    const connected = await aConnectedBuyer(store)
    await Promise.all(
      [API_KEY, `${API_KEY}_2`].map((apiKey) => connected.desk.call('PUT', '/api/desk/follow-up-boss', { apiKey })),
    )
    const rows = await store.sql`select row_to_json(w)::text as text from webhooks w where email = ${connected.email}`

    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toContain(API_KEY)
    const { body } = await connected.desk.call('POST', `/api/desk/webhooks/${connected.id}/secret`)
    expect(body.code).toBe('webhook_unknown')
    expect((await connected.desk.call('PUT', '/api/desk/follow-up-boss', { apiKey: 'no good: key' })).status).toBe(400)
  })
})

test('a phone that may not be called is only in words, and a company is the person’s last name', () => {
  const lead: LeadRecord = {
    owner: { firstName: null, lastName: null, company: 'Oak LLC' },
    ownerNames: ['Oak LLC'],
    property: { street: '12 Oak Street', city: 'Austin', state: 'TX', zip: '78701' },
    county: 'Travis',
    leadType: 'Vacant Houses',
    mailing: null,
    mailingAddress: null,
    phones: [
      { e164: '+15125550100', digits: '5125550100', kind: 'landline', isDoNotCall: true },
      { e164: '+15125550101', digits: '5125550101', kind: 'mobile', isDoNotCall: false },
    ],
    emails: ['oak@example.com'],
    ...{ valueCents: 25_000_050, equityPercent: null, beds: 3, yearBuilt: null, lastSaleOn: null },
    ...{ foundOn: '2026-11-20', ageDays: 7, isDoNotCall: false, consent: null, source: 'County records' },
  }
  const facts = { source: 'Leadyard', system: 'Test', leadId: '7', reference: 'LY-1', occurredAt: new Date(0) }
  const event = followUpBossEvent(lead, facts)

  expect(event.person).toEqual({
    tags: ['Vacant Houses'],
    firstName: 'Property Owner',
    lastName: 'Oak LLC',
    phones: [{ value: '5125550101', type: 'mobile' }],
    emails: [{ value: 'oak@example.com' }],
  })
  expect(event.property).toMatchObject({ price: 250_001, bedrooms: 3 })
  expect(event.message).toContain('Do not call: 5125550100')
})
