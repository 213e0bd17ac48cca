/** Switches a county and lead type between counted stock and stock that follows its leads. */
import { expect, test } from 'vitest'
import { aBuyer, adminOf } from '#testing/builders.ts'
import { addLeads } from '#testing/leads.ts'
import { expectLeadIdentities } from '#testing/stock-identities.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({}, (opened) => opened.sql`update offers set is_active = false`)
const admin = adminOf(store)

const travis = { state: 'Texas', county: 'Travis', leadType: 'vacant' }
const switchTo = (isBacked: boolean, place: object = travis) =>
  admin.call('PUT', '/api/admin/lead-backing', { ...place, isBacked, reason: 'The supplier changed.' })

test('counts and leads stay correct while two administrators switch and 20 buyers reserve', async () => {
  const packageId = '48453-vacant-premier-20'
  await switchTo(false)
  await store.setStock(packageId, 10)
  await addLeads(
    store,
    packageId,
    Array.from({ length: 100 }, (_, index) => ({ property: 1_000 + index, ageDays: 5 })),
  )
  const buyers = Array.from({ length: 20 }, () => aBuyer(store))

  const replies = await Promise.all([
    ...buyers.map((buyer) => buyer.reserve(packageId)),
    ...[false, true, false, true].map((isBacked) => switchTo(isBacked)),
  ])

  for (const { status } of replies) expect([200, 409]).toContain(status)
  await expectLeadIdentities(store.testDatabase)
})
