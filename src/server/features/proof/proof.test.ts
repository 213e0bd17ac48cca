/** The log of delivered leads: what buyers get, who must agree, which slot a sale takes, and what audits find. */
import { describe, expect, test } from 'vitest'
import type { ProvenLead } from '#proof/lead-proof.ts'
import { minutes } from '#server/platform/clock.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, claimLeads } from '#testing/claims.ts'
import { csvRows, download } from '#testing/deliveries.ts'
import { aLogStore, downloadProofs, slotsOf, verifyProofs } from '#testing/log-store.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import type { TestWitness } from '#testing/witness.ts'

const log = await aLogStore()
const { store } = log

const proofsPath = (token: string, line = 1) => `/api/deliveries/${token}/${line}/proofs`
const countProofs = async (token: string) => (await new Client(store).call('GET', proofsPath(token))).body

/** A delivery whose leads are in the published log. */
async function aProvenDelivery() {
  const delivery = await log.deliver()
  await log.publish()
  return delivery
}

/** Downloads the proofs of a package and checks every one, as a stranger would. */
async function verifyAll(token: string): Promise<{ places: string[]; proven: ProvenLead[] }> {
  const files = await downloadProofs(store, token)
  return { places: [...files.keys()].filter((name) => /^\d+/.test(name)), proven: verifyProofs(files) }
}

describe('the leads of a delivery', () => {
  test('are in the log with their slots, and their proofs verify: they cover what each row of the file says', async () => {
    const { token, order, email } = await aProvenDelivery()
    expect(await countProofs(token)).toEqual({ ready: 25, waiting: 0, cap: 1 })
    const [header = [], ...rows] = csvRows((await download(store, `/api/deliveries/${token}/1/csv`)).bytes)
    const { places, proven } = await verifyAll(token)
    expect(proven).toHaveLength(25)
    expect(new Set(proven.map(({ index }) => index)).size).toBe(25)
    for (const [at, { extra, checkpoint }] of proven.entries()) {
      const row = rows[Number.parseInt(places[at] ?? '', 10) - 1] ?? []
      expect(extra.row).toEqual(header.flatMap((column, index) => (row[index] ? [[column, row[index]]] : [])))
      expect(extra).toMatchObject({ slot: 1, cap: 1, generation: 0, orderLine: `${order.reference}-1`, buyer: email })
      expect(checkpoint.witnessed.map(({ name }) => name)).toEqual(['w0', 'w1'])
    }
  })

  test('are the same entries when they are delivered again', async () => {
    const { order } = await aProvenDelivery()
    const { size } = await log.openLog()
    const admin = await anAdmin(store)
    const attemptId = crypto.randomUUID()
    const sent = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId })
    await log.publish()
    expect(sent.status).toBe(200)
    expect((await log.openLog()).size).toBe(size)
  })

  test('have no proof for anyone else', async () => {
    expect((await download(store, proofsPath('guessed'))).status).toBe(404)
    const { token } = await aProvenDelivery()
    expect((await download(store, proofsPath(token, 2))).status).toBe(404)
    expect((await new Client(store).call('GET', proofsPath('guessed'))).status).toBe(404)
  })

  test('that replace claimed ones are in the log too', async () => {
    const { token, order, leadIds } = await aDownload(store)
    const [bad = ''] = leadIds
    await claimLeads(store, token, [bad])
    await answerClaims(await anAdmin(store), order.id, [bad])
    await store.runJobs()
    await log.publish()
    const logged = 'select from log_leads where order_id = $1 and log_index is not null'
    expect(await log.query(logged, [order.id])).toHaveLength(26)
    expect((await verifyAll(token)).proven).toHaveLength(25)
  })

  test('lose their proof with the lead’s data, and what remains is as before', async () => {
    const { token, order } = await aProvenDelivery()
    const { places } = await verifyAll(token)
    const first = '(select min(lead_id) from order_leads where order_id = $1)'
    await log.query(`delete from lead_details where lead_id = ${first}`, [order.id])
    await runScheduled(store, 'forget-old-rows')
    expect(await log.query('select from log_leads where order_id = $1 and proof is null', [order.id])).toHaveLength(1)
    const left = await verifyAll(token)
    expect(left.proven).toHaveLength(24)
    expect(places).toEqual(expect.arrayContaining(left.places))
  })
})

test('a second sale of a slot, forced into the database by hand, is found by anyone who reads the log', async () => {
  const { order } = await aProvenDelivery()
  expect(await log.audit()).toMatchObject({ code: 0 })
  await log.forgeSale(order.id)
  await log.publish()
  expect(await log.audit()).toMatchObject({ code: 1, said: expect.stringContaining('sells slot 1 again') })
})

test('anyone reads the log in the form of the field, and only what is published', async () => {
  const reply = await store.app.server.inject('/log/checkpoint')
  expect(reply.headers['content-type']).toContain('text/plain')
  const size = Number(reply.body.split('\n')[1])
  const tile = async (path: string) => {
    const { statusCode, rawPayload } = await store.app.server.inject(`/log/tile/${path}`)
    return [statusCode, rawPayload.length]
  }

  expect(size).toBeGreaterThan(256)
  expect(await tile('0/000')).toEqual([200, 256 * 32])
  expect(await tile('1/000.p/1')).toEqual([200, 32])
  expect((await tile('entries/000'))[0]).toBe(200)
  const [last, width] = [String(Math.floor(size / 256)).padStart(3, '0'), size % 256]
  expect(await tile(`0/${last}.p/${width}`)).toEqual([200, width * 32])
  for (const path of ['0/999', '0/0', '0/000.p/256', '0/x000/000', '64/000', 'entries/000.p/0', '1/000'])
    expect((await tile(path))[0], path).toBe(404)
})

test('a checkpoint is published while one of two witnesses is down, and waits while both are', async () => {
  const [one, two] = log.witnesses as [TestWitness, TestWitness]
  one.isDown = true
  const { token } = await aProvenDelivery()
  expect((await verifyAll(token)).proven[0]?.checkpoint.witnessed.map(({ name }) => name)).toEqual(['w1'])

  two.isDown = true
  const waiting = await aProvenDelivery()
  expect(await countProofs(waiting.token)).toEqual({ ready: 0, waiting: 25, cap: 1 })
  expect((await download(store, proofsPath(waiting.token))).status).toBe(409)
  expect((await log.openLog()).problem).toContain('too few')

  one.isDown = false
  two.isDown = false
  await log.publish()
  expect((await log.openLog()).problem).toBeNull()
  // The one that was down for longer gets a proof from where it was.
  const [first] = (await verifyAll(waiting.token)).proven
  expect(first?.checkpoint.witnessed.map(({ name }) => name)).toEqual(['w0', 'w1'])
})

test('a checkpoint is published anew every hour, and not in between', async () => {
  await aProvenDelivery()
  const publishedAfter = async (ms: number) => {
    store.clock.advance(ms)
    await log.publish()
    return (await log.openLog()).published_at
  }
  const before = await publishedAfter(0)
  expect(await publishedAfter(minutes(59))).toEqual(before)
  expect(await publishedAfter(minutes(1))).not.toEqual(before)
})

/** Delivers the package once more. @returns the slots of that, and the order */
async function deliverAgain(packageId: string) {
  const { order, token } = await log.deliver(packageId)
  await log.publish()
  return { order, slots: slotsOf(await log.provenOf(token)) }
}

/** As if the sale that took this slot of an order's properties were so many days older. */
const makeOlder = (orderId: string, slot: number, ageDays: number) =>
  log.query(
    `update log_properties set sold_ats[$2] = sold_ats[$2] - make_interval(days => $3)
     where property_key in (select property_key from order_leads where order_id = $1)`,
    [orderId, slot, ageDays],
  )

test('a property gives each buyer the next slot, up to its cap', async () => {
  const packageId = await log.aSharedPackage()
  expect((await deliverAgain(packageId)).slots).toEqual(['0: 1 of 10'])
  expect((await deliverAgain(packageId)).slots).toEqual(['0: 2 of 10'])
})

test('a property begins a new generation a year after its last sale', async () => {
  const packageId = await log.aSharedPackage()
  const { order } = await deliverAgain(packageId)
  await makeOlder(order.id, 1, 364)
  expect((await deliverAgain(packageId)).slots).toEqual(['0: 2 of 10'])
  for (const slot of [1, 2]) await makeOlder(order.id, slot, 367)
  expect((await deliverAgain(packageId)).slots).toEqual(['1: 1 of 10'])
  expect((await deliverAgain(packageId)).slots).toEqual(['1: 2 of 10'])
})

test('a property that may have two buyers a year gets no third slot when the first year is over', async () => {
  const packageId = await log.aSharedPackage()
  const { order } = await deliverAgain(packageId)
  const its = 'property_key in (select property_key from order_leads where order_id = $1)'
  await log.query(`update log_properties set cap = 2 where ${its}`, [order.id])
  await makeOlder(order.id, 1, 200)
  expect((await deliverAgain(packageId)).slots).toEqual(['0: 2 of 2'])
  // The first buyer's year is over, the second's is not: stock has one place again.
  await makeOlder(order.id, 1, 170)
  expect((await deliverAgain(packageId)).slots).toEqual(['1: 1 of 2'])
})
