/** A buyer says that a lead is not in the county they bought: the store knows the counties of its ZIP code. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDownload, claimLeads } from '#testing/claims.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
beforeAll(async () => {
  store = await createTestApp()
})
afterAll(() => store.close())

test('is granted at once if the ZIP code does not lie in that county, and else left to a person', async () => {
  const { token, leadIds } = await aDownload(store)
  const zips = { austin: '78701', andrews: '79714', notListed: '00000' }
  const claimed = leadIds.slice(0, 3)
  // Andrews County, Texas: which county a test buys in depends on the tests before it.
  await store.testDatabase.pool.query(`update leads set fips = '48003' where lead_id = any($1)`, [claimed])
  for (const [index, zip] of Object.values(zips).entries())
    await store.testDatabase.pool.query('update lead_details set zip = $2 where lead_id = $1', [claimed[index], zip])

  const { body } = await claimLeads(store, token, claimed, { reason: 'wrong_county', note: '' })

  const claims: { leadId: string; claim: { state: string; replacedBy: string | null } }[] = body.packages[0].leads
  const stateOf = (index: number) => claims.find(({ leadId }) => leadId === claimed[index])?.claim
  expect(Object.keys(zips).map((_, index) => stateOf(index)?.state)).toEqual(['granted', 'open', 'open'])
  expect(stateOf(0)?.replacedBy).toEqual(expect.any(String))
})

test('is left to a person if the store no longer has the address', async () => {
  const { token, leadIds } = await aDownload(store)
  const [forgotten = ''] = leadIds
  await store.testDatabase.pool.query('delete from lead_details where lead_id = $1', [forgotten])

  const { body } = await claimLeads(store, token, [forgotten], { reason: 'wrong_county', note: '' })

  const lead = body.packages[0].leads.find(({ leadId }: { leadId: string }) => leadId === forgotten)
  expect(lead.claim.state).toBe('open')
})
