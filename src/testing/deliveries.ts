/** Packages backed by leads with owners, buyers who pay for them, and the links they get. */
import type pg from 'pg'
import { readConfig } from '#server/config/config.ts'
import { makeNodeState } from '#server/node-state.ts'
import { systemClock } from '#server/platform/clock.ts'
import { CsvReader } from '#server/platform/files/csv-reader.ts'
import { createLog } from '#server/platform/logging.ts'
import { aBuyer, Client, type Reply } from './builders.ts'
import { FIXED_SECRETS } from './fixed-secrets.ts'
import { addLeads } from './leads.ts'
import type { SentMail, TestApp } from './test-app.ts'
import { atDatabase } from './test-database.ts'

const DESCRIBE = `insert into lead_details (lead_id, address, city, zip, owner_names, mailing_address, phones, emails, facts, source, is_do_not_call, consent)
  select lead_id, n || ' Elm St', 'Austin', '78' || lpad((n % 1000)::text, 3, '0'), array['Owner ' || n, 'Second, Owner'],
    'PO Box ' || n, jsonb_build_array(
      jsonb_build_object('number', '+1512555' || lpad((n % 10000)::text, 4, '0'), 'kind', 'mobile', 'isDoNotCall', n % 2 = 0),
      jsonb_build_object('number', '+1737555' || lpad((n % 10000)::text, 4, '0'), 'kind', 'landline', 'isDoNotCall', false)),
    array['owner' || n || '@example.com'], jsonb_build_object('valueCents', 25000000, 'beds', 3, 'yearBuilt', 1987), 'County records', false, null
  from (select lead_id, (trim(leading '0' from replace(property_key::text, '-', '')))::int as n from leads l
        where not exists (select from lead_details d where d.lead_id = l.lead_id)) new`

/** Makes up owners, phones and facts for all leads without any. */
const describeLeads = (pool: Pick<pg.Pool, 'query'>) => pool.query(DESCRIBE)

/** Adds leads with known owners to a store in another process. @param known how many of these it had before */
export const addOwnedLeads = (url: string, packageId: string, count: number, known = 0): Promise<void> =>
  atDatabase(url, async (database) => {
    const asStore = { secrets: FIXED_SECRETS, requestId: 'add-leads', actor: { kind: 'system' } as const }
    const node = makeNodeState()
    const ctx = { clock: systemClock, log: createLog('silent'), config: readConfig({}), database, node, ...asStore }
    const leads = Array.from({ length: count }, (_, index) => ({ property: 1_000_000 + known + index, ageDays: 1 }))
    await addLeads({ clock: systemClock, ctx }, packageId, leads)
    await describeLeads(database.pool)
  })

let counties = 0
let properties = 0

/** Backs a package such as `48003-vacant-vip-20`, in a county that no test used, with new leads whose owners are known. */
export async function aBackedPackage(store: TestApp, { leads = 60, ageDays = 1, tier = 'vip' } = {}): Promise<string> {
  counties += 1
  const packageId = `${48_001 + counties * 2}-vacant-${tier}-20`
  const added = Array.from({ length: leads }, (_, index) => ({ property: properties + index + 1, ageDays }))
  await addLeads(store, packageId, added)
  properties += leads
  await describeLeads(store.testDatabase.pool)
  return packageId
}

/** A new buyer who paid for packages; nothing is delivered yet. */
export async function aSale(store: TestApp, ...packageIds: string[]) {
  const buyer = aBuyer(store)
  const { body: order } = await buyer.buy(...packageIds)
  return { buyer, order, email: buyer.contactInfo.email }
}

/** The token of the delivery link in an email. */
export function deliveryTokenIn(mail: Pick<SentMail, 'text'> | undefined): string {
  const [, token] = /\/delivery\/([\w-]+)/.exec(mail?.text ?? '') ?? []
  if (!token) throw new Error(`the mail carries no delivery link: ${mail?.text}`)
  return token
}

/** The delivery emails to an address, newest first. */
export async function deliveryMailsTo(store: TestApp, address: string): Promise<SentMail[]> {
  return (await store.mailsTo(address)).filter(({ text }) => text.includes('/delivery/'))
}

/** Presses a download button in a new browser and returns the raw file. @param url of the file */
export async function download(store: TestApp, url: string) {
  const { statusCode, headers, rawPayload } = await store.app.server.inject({ method: 'POST', url })
  return { status: statusCode, headers, bytes: rawPayload }
}

/** What a delivery link shows to someone with nothing else. */
export const openDelivery = (store: TestApp, token: string): Promise<Reply> =>
  new Client(store).call('GET', `/api/deliveries/${token}`)

/** The stored rows of an order's deliveries. */
export async function deliveryRows(store: TestApp, orderId: string): Promise<Record<string, unknown>[]> {
  const sql = 'select * from deliveries where order_id = $1 order by line_number'
  return await store.rows(sql, [orderId])
}

/** A sale whose leads were delivered, with the token of the link in its email. */
export async function aDelivery(store: TestApp, ...packageIds: string[]) {
  const sale = await aSale(store, ...packageIds)
  await store.runJobs()
  const [mail] = await deliveryMailsTo(store, sale.email)
  return { ...sale, mail, token: deliveryTokenIn(mail) }
}

/** The leads of an order as the pool has them, by their addresses. */
export const orderedLeads = (store: TestApp, orderId: string): Promise<Record<string, string>[]> =>
  store.sql`select d.address, d.city, d.zip, array_to_string(d.owner_names, '; ') as owner, d.mailing_address, d.emails[1] as email,
       d.source
     from order_leads o join lead_details d using (lead_id) where o.order_id = ${orderId} and o.returned_at is null
     order by d.address collate "C"`

/** The cells of a CSV file, row by row, without its byte order mark. */
export function csvRows(bytes: Buffer): string[][] {
  const reader = new CsvReader()
  return [...reader.push(new TextDecoder().decode(bytes)), ...reader.end()]
}
