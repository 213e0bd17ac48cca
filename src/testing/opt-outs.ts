/** Property owners for tests: leads with an address, and the invariants of opted-out properties. */
import type pg from 'pg'
import { afterEach, beforeEach, expect } from 'vitest'
import { withdraw, withdrawSuppressed } from '#server/features/delivery/withdraw.ts'
import { normalizeAddress, propertyKeyOf } from '#server/features/stock/normalize-address.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { aBuyer, type Buyer, Client, type Reply } from './builders.ts'
import { findFaults } from './credit-faults.ts'
import { addLeads } from './leads.ts'
import { expectLeadIdentities } from './stock-identities.ts'
import type { SentMail, TestApp } from './test-app.ts'
import { atDatabase } from './test-database.ts'

/** The property of a number in `addLeads`, as its owner types it: `12 Oak Street` for 12. */
export const propertyAt = (number: number) => ({ ...AUSTIN, street: `${number} Oak Street` })
const AUSTIN = { city: 'Austin', state: 'TX', zip: '78701' }

/** The fingerprint of a property. */
export function keyAt(store: TestApp, number: number): string {
  const { street, city, zip } = propertyAt(number)
  return propertyKeyOf(store.ctx, normalizeAddress({ address: street, city, zip }) ?? '')
}

/** Gives leads from `addLeads` the address of `propertyAt` and all other data. */
export async function giveAddresses(store: TestApp, numbers: readonly number[]): Promise<void> {
  const keys = numbers.map((number) => keyAt(store, number))
  const streets = numbers.map((number) => propertyAt(number).street)
  await store.sql`with its as (
       select * from unnest(${numbers}::int[], ${keys}::uuid[], ${streets}::text[]) as n (property, key, street)
     ), known as (
       update leads l set property_key = its.key from its where l.property_key = lpad(its.property::text, 32, '0')::uuid
       returning l.lead_id, its.*
     )
     insert into lead_details (lead_id, address, city, zip, owner_names, phones, emails, source)
     select lead_id, street, ${AUSTIN.city}, ${AUSTIN.zip}, array['Olive Owner'], '[{"number":"+15125550100","kind":"mobile","isDoNotCall":false}]',
       array['olive@example.com'], 'County records' from known on conflict do nothing`
}

/** Gives leads of a store in another process the fingerprints of their known addresses. */
export const fingerprintLeads = (url: string): Promise<void> =>
  atDatabase(url, async (database) => {
    const secrets = await loadSecrets(database, { path: null, now: () => new Date() })
    const { rows } = await database.pool.query('select lead_id, address, city, zip from lead_details')
    const keys = rows.map((row) => propertyKeyOf({ secrets }, normalizeAddress(row) ?? ''))
    await database.pool.query(
      'update leads l set property_key = n.key from unnest($1::bigint[], $2::uuid[]) as n (lead_id, key) where l.lead_id = n.lead_id',
      [rows.map((row) => row.lead_id), keys],
    )
  })

/** Fills in the public page in a new browser. */
export const askToLeaveAlone = (store: TestApp, number: number, more: object = {}): Promise<Reply> =>
  new Client(store).call('POST', '/api/opt-out', { ...propertyAt(number), ...more })

/** Immediately does what happens hours after owners opt out: the leads of their properties leave stock. */
export async function leaveStock(store: TestApp): Promise<void> {
  const now = store.clock.now()
  await store.sql`update suppressions set withdraw_at = ${now} where withdraw_at is not null`
  await withdrawSuppressed(store.ctx)
}

/** The same for one property, through its job. */
export async function withdrawNow(store: TestApp, number: number): Promise<void> {
  const propertyKey = keyAt(store, number)
  const due = 'update suppressions set withdraw_at = $2 where property_key = $1 and withdraw_at is not null'
  await store.rows(due, [propertyKey, store.clock.now()])
  await withdraw(store.ctx, { propertyKey })
}

/**
 * Once all jobs have run, finds suppressed properties that are for sale or in a live hold although others are left,
 * whose data is still stored, that an order is waiting to deliver, or whose earlier buyers were not told exactly once.
 *
 * @returns the faulty rows; none if all is well
 */
export async function findOptOutFaults(pool: Pick<pg.Pool, 'query'>): Promise<object[]> {
  return findFaults(
    pool,
    `select 'offered' as fault, l.* from leads l join suppressions using (property_key)
    where l.places > 0 or (l.pool_id is not null and (l.held = 0 or not l.is_withheld))`,
    `select 'known' as fault, d.lead_id from lead_details d join leads using (lead_id) join suppressions using (property_key)`,
    `select 'to be delivered' as fault, o.* from order_leads o join suppressions using (property_key)
    where o.delivered_at is null and o.returned_at is null`,
    `with has as (
      select distinct o.property_key, o.buyer_key from order_leads o join suppressions using (property_key)
      where o.delivered_at is not null and o.returned_at is null
    ), mails as (
      select n.property_key, n.buyer_key, count(m.message_id) as mails from opt_out_notices n
      left join messages m on m.message_id = 'opt_out_notice.' || n.notice_id group by 1, 2
    )
    select 'told' as fault, property_key, buyer_key, mails, has.buyer_key is not null as has_it
    from has full join mails using (property_key, buyer_key) where has.property_key is null or mails is distinct from 1`,
    `select 'short' as fault, h.hold_id, s.leads, count(o.lead_id) filter (where o.returned_at is not null) as returned
    from lead_shortfalls s join holds h using (hold_id) join order_leads o using (hold_id)
    group by h.hold_id, s.leads having s.leads > count(o.lead_id) filter (where o.returned_at is not null)`,
  )
}

/** Common steps of the opt-out tests of a file, each in its own county; after each, the leads of all must add up. */
export function ownersOf(store: TestApp) {
  let counties = 0
  let properties = 0
  const numberOf = async (table: string, key: string, id: string): Promise<number> => {
    const sql = `select d.address from ${table} join lead_details d using (lead_id) where ${key} = $1 limit 1`
    return Number.parseInt((await store.rows(sql, [id]))[0].address, 10)
  }
  const expectNoFaults = async (): Promise<void> => {
    expect(await findOptOutFaults(store.testDatabase.pool)).toEqual([])
    await expectLeadIdentities(store.testDatabase)
  }
  beforeEach(() => {
    counties += 1
  })
  afterEach(expectNoFaults)
  const vip = (leadType = 'vacant') => `${48_001 + counties * 2}-${leadType}-vip-20`

  return {
    /** The package of 20 newest leads in the county. */
    vip,
    /** Adds new leads with addresses; returns the numbers of their properties. */
    async stock(count: number): Promise<number[]> {
      const numbers = Array.from({ length: count }, (_, index) => properties + index + 1)
      properties += count
      const leads = numbers.map((property) => ({ property, ageDays: 0 }))
      await addLeads(store, vip(), leads)
      await giveAddresses(store, numbers)
      return numbers
    },
    /** Buys the package; the jobs that would deliver it have not run. */
    async buy() {
      const buyer = aBuyer(store)
      const { body } = await buyer.buy(vip())
      const [order] = await store.sql`select order_id from orders where reference = ${body.reference}`
      return { buyer, orderId: order.order_id as string }
    },
    /** A property of which an order owns a lead, and one of which a hold has a lead. */
    boughtWith: (orderId: string) => numberOf('order_leads', 'order_id', orderId),
    heldWith: (holdId: string) => numberOf('hold_leads', 'hold_id', holdId),
    /** Opts out and does everything that follows, before any other job: what was just sold is not delivered yet. */
    async leaveAlone(number: number, more: object = {}): Promise<void> {
      const reply = await askToLeaveAlone(store, number, more)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      await withdrawNow(store, number)
    },
    /** The emails that ask a buyer to remove a property. */
    async noticesTo(buyer: Buyer): Promise<SentMail[]> {
      const mails = await store.mailsTo(buyer.contactInfo.email)
      return mails.filter(({ subject }) => subject === 'Please remove a property from your leads')
    },
    expectNoFaults,
  }
}
