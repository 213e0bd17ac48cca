/** What the store knew of properties before their addresses were normalized in the present form. */
import { expect, test } from 'vitest'
import { normalizeForms, propertyKeyOf } from '#server/features/stock/normalize-address.ts'
import { leadFile, withLeadFiles, withOwnCounties } from '#testing/lead-files.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore()
const files = withLeadFiles(store)
const { importRows } = withOwnCounties(store, files)
const TRAVIS = { fips: '48453', zip: '78701' }

/** The fingerprints of an address: now, and as it was. */
function keysOf(address: string): { key: string; former: string } {
  const forms = normalizeForms({ address, city: 'Austin', zip: '78701' })
  expect(forms?.former, `the forms of ${address} differ`).not.toBeNull()
  return { key: propertyKeyOf(store.ctx, forms?.address ?? ''), former: propertyKeyOf(store.ctx, forms?.former ?? '') }
}

/** Imports addresses, and gives their leads the fingerprints that they had. */
async function importBefore(...addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const { key, former } = keysOf(address)
    await importRows([{ address, ...TRAVIS, ageDays: 9 }])
    await store.sql`update leads set property_key = ${former} where property_key = ${key}`
  }
}

const leadsOf = (key: string) =>
  store.sql`select lead_id, pool_id is not null as is_listed from leads where property_key = ${key}`

test('an opt-out from before keeps its property out, also if a later file writes it differently', async () => {
  const { former } = keysOf('118 Elm St Apt 4-B')
  await store.sql`insert into suppressions (property_key, cause, suppressed_at, withdrawn_at) values (${former}, 'owner', now(), now())`

  const checked = await files.bringRows([{ address: '118 Elm St Apt 4-B' }, { address: '7 Elm St' }])
  const later = await files.bringRows([{ address: 'Apt 4B, 118 Elm Street' }])

  expect(checked.preview).toMatchObject({ newLeads: 1, refused: { suppressed: 1 } })
  expect(later.preview).toMatchObject({ newLeads: 0, refused: { suppressed: 1 } })
  const withdrawn = await store.sql`select property_key from suppressions where withdrawn_at is not null`
  expect(withdrawn.map(({ property_key }) => property_key)).toEqual([former])
})

test('a lead from before is renewed, with what was sold of it and who has listed it', async () => {
  const { key, former } = keysOf('9300 TX-71')
  await importBefore('9300 TX-71')
  const [lead] = await leadsOf(former)
  await store.sql`insert into order_leads (order_id, lead_id, hold_id, buyer_key, property_key, cap, sold_at, returned_at)
    values ('ord_1', ${lead.lead_id}, 'hld_1', 'buyer', ${former}, 10, now(), now())`
  await store.sql`insert into log_properties (property_key, generation, cap) values (${former}, 0, 10)`
  await store.sql`insert into own_lists (list_id, list_no, buyer_key, name, attempt_id, addresses, phones, created_at, changed_at)
    values ('list', 7, 'buyer', 'Mine', 'attempt', 1, 0, now(), now())`
  await store.sql`insert into own_list_keys (list_no, key, added_at) values (7, ${former}, '2020-01-01'), (7, ${key}, now())`

  const again = await files.bringRows([{ address: '9300 TX-71', ...TRAVIS, ageDays: 1 }])
  expect(again.preview).toMatchObject({ newLeads: 0, merged: 1 })
  await files.apply(again.id)

  expect(await leadsOf(key)).toEqual([{ lead_id: lead.lead_id, is_listed: true }])
  expect(await leadsOf(former)).toEqual([])
  // There is no such order.
  const sold = await store.row`delete from order_leads where order_id = 'ord_1' returning property_key`
  const slot = await store.row`select property_key from log_properties`
  const listed = await store.row`select added_at from own_list_keys where key = ${key}`
  expect([sold.property_key, slot.property_key]).toEqual([key, key])
  expect(new Date(listed.added_at).getUTCFullYear()).toBe(2020)
})

test('of two leads from before that are one house, one is renewed and the other stays as it is', async () => {
  const addresses = ['5 Elm St Apt 4-B', 'Apt 4-B, 5 Elm St']
  await importBefore(...addresses)
  const file = leadFile(
    files,
    addresses.map((address) => ({ address, ...TRAVIS, ageDays: 1 })),
  )
  const checked = await files.bring(file)
  expect(checked.preview).toMatchObject({ newLeads: 0, merged: 1, repeated: 1 })
  expect((await files.apply(checked.id)).outcome).toMatchObject({ merged: 1 })
  expect(await leadsOf(keysOf(addresses[0] ?? '').key)).toHaveLength(1)
})
