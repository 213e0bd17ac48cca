/** Claims of buyers, and what administrators do about them. */
import { Client, type Reply } from './builders.ts'
import { aBackedPackage, aDelivery, download } from './deliveries.ts'
import type { TestApp } from './test-app.ts'

/** The leads that a delivery link shows. */
export const claimsAt = async (store: TestApp, token: string): Promise<Reply['body']> =>
  (await new Client(store).call('GET', `/api/deliveries/${token}/leads`)).body

/** Claims leads of the first package behind a link; by default because of their numbers, with a note. */
export const claimLeads = (store: TestApp, token: string, leadIds: string[], more: object = {}): Promise<Reply> =>
  new Client(store).call('POST', `/api/deliveries/${token}/claims`, {
    lineNumber: 1,
    leadIds,
    reason: 'wrong_number',
    note: 'It says “not in service”.',
    ...more,
  })

/** The smallest files that count as evidence. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const PDF = Buffer.from('%PDF-1.7\ntrailer\n%%EOF\n')

/** Attaches a file to a package behind a link. */
export const attach = (store: TestApp, token: string, bytes: Buffer, name = 'call-log.png', lineNumber = 1) => {
  const path = `/api/deliveries/${token}/${lineNumber}/claim-files?name=${encodeURIComponent(name)}`
  return new Client(store).upload('PUT', path, bytes)
}

/** Grants claims. */
export const answerClaims = (admin: Client, orderId: string, leadIds: string[], more: object = {}): Promise<Reply> =>
  admin.call('POST', '/api/admin/claims/answer', { orderId, leadIds, isGranted: true, ...more })

/** A downloaded package of 25 leads, of which 5 can be claimed; `spare` more are left in its pool. */
export async function aDownload(store: TestApp, { spare = 35 } = {}) {
  const delivery = await aDelivery(store, await aBackedPackage(store, { leads: 25 + spare }))
  await download(store, `/api/deliveries/${delivery.token}/1/csv`)
  const { packages } = await claimsAt(store, delivery.token)
  const leadIds: string[] = packages[0].leads.map((lead: { leadId: string }) => lead.leadId)
  const [bad = ''] = leadIds
  return { ...delivery, leadIds, bad }
}

/** The ledger's entries for claims of an order. */
export const claimCredit = (store: TestApp, orderId: string): Promise<{ entry_id: string; cents: number }[]> =>
  store.sql`select entry_id, cents from credit_entries where order_id = ${orderId} and reason = 'claim' order by entry_id`
