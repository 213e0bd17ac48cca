/** Evidence: what a claim needs, which files are taken, who sees them, and when they are forgotten. */
import { expect, test } from 'vitest'
import { CLAIM_FILE_BYTES_MAX } from '#contract/claims/claim-reasons.ts'
import { days, hours } from '#server/platform/clock.ts'
import { countAttempts, type Limit } from '#server/platform/count-attempts.ts'
import { adminOf, aRep, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, attach, claimLeads, claimsAt, PDF, PNG } from '#testing/claims.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { withStore } from '#testing/with-store.ts'
import { attachLimits, orderFilesLimits } from './rules.ts'

const store = withStore()
const throttled = withStore({ beside: store, env: { RATE_LIMITS: 'on' } })
const admin = adminOf(store)

async function setEvidence(name: string, before: string, after: string): Promise<void> {
  const { status } = await admin.call('PUT', '/api/admin/settings', { changes: [{ name, before, after }] })
  expect(status).toBe(200)
}

const filesOf = (orderId: string) =>
  store.sql`select file_id, news_id, name, kind, size from claim_files where order_id = ${orderId} order by attached_at, file_id`

test('a file is taken if it is a PNG, JPEG or PDF, whatever its name says, once; anything else is refused', async () => {
  const { order, token } = await aDownload(store)
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 1, 2, 3, 0xff, 0xd9])
  const taken: [Buffer, string][] = [
    [PNG, 'png'],
    [jpeg, 'jpg'],
    [PDF, 'pdf'],
  ]
  const refused: [Buffer, number, string][] = [
    [Buffer.from('<html><script>alert(1)</script></html>'), 415, 'claim_file_refused'],
    [Buffer.from('GIF89a and more of it'), 415, 'claim_file_refused'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'claim_file_refused'],
    [PNG.subarray(0, 8), 415, 'claim_file_refused'],
    [Buffer.from('%PDF-1.7 and then nothing'), 415, 'claim_file_refused'],
    [Buffer.alloc(0), 415, 'claim_file_refused'],
    [Buffer.concat([PNG, Buffer.alloc(CLAIM_FILE_BYTES_MAX)]), 413, 'claim_file_too_large'],
  ]

  for (const [bytes, status, code] of refused)
    expect(await attach(store, token, bytes)).toMatchObject({ status, body: { code } })
  const json = await new Client(store).call('PUT', `/api/deliveries/${token}/1/claim-files?name=log.json`, { a: 1 })
  expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  expect(await filesOf(order.id)).toEqual([])
  for (const [bytes, kind] of taken) {
    const reply = await attach(store, token, bytes, '../call log<b>.exe')
    expect(reply).toMatchObject({ status: 200, body: { name: `call-log-b.${kind}`, bytes: bytes.length } })
    expect((await attach(store, token, bytes, 'other.png')).body).toEqual(reply.body)
  }
  const files = await filesOf(order.id)
  expect(files.map(({ kind, news_id }) => [kind, news_id])).toEqual(taken.map(([, kind]) => [kind, null]))
  expect(await attach(store, 'no-such-link', PNG)).toMatchObject({ body: { code: 'delivery_link_invalid' } })
  expect(await attach(store, token, PNG, 'log.png', 2)).toMatchObject({ body: { code: 'claim_lead_unknown' } })
})

test('a file beyond the limits of a day, of its package or in number and bytes of its order, is refused', async () => {
  const [one, many, large] = [await aDownload(store), await aDownload(store), await aDownload(store)]
  const count = (limits: Limit[], cost: number) => {
    const used = limits.map((limit) => ({ ...limit, cost }))
    return countAttempts(throttled.ctx, used)
  }
  await count(attachLimits(one.order.id, 1), 119)
  await count(orderFilesLimits(many.order.id, 0).slice(0, 1), 149)
  await count(orderFilesLimits(large.order.id, 0).slice(1), 150 * 1_024 - 1)

  const replies = []
  for (const [node, { token }] of [
    [throttled, one],
    [store, many],
    [store, large],
  ] as const)
    replies.push(await attach(node, token, PNG), await attach(node, token, PNG))

  expect(replies.map(({ status }) => status)).toEqual([200, 429, 200, 429, 200, 429])
  expect(replies[1]?.body).toMatchObject({ code: 'claim_files_throttled' })
  const full = { code: 'claim_files_full', message: expect.stringContaining('150 files and 150 MB') }
  for (const reply of [replies[3], replies[5]]) expect(reply?.body).toMatchObject(full)
  store.clock.advance(days(1) + 1)
  expect((await attach(store, many.token, PDF)).status).toBe(200)
})

test('a reason that needs a file is refused without one, and the same claim with it is taken', async () => {
  const earlier = await aDownload(store)
  await setEvidence('claimEvidenceNotOwner', 'note', 'file')
  const { order, token, leadIds } = await aDownload(store)
  // Orders that were paid before keep what was in force.
  const ofEarlier = await claimLeads(store, earlier.token, earlier.leadIds.slice(0, 1), { reason: 'not_owner' })
  await setEvidence('claimEvidenceNotOwner', 'file', 'note')
  const [bad = ''] = leadIds
  expect(ofEarlier.status).toBe(200)
  expect((await claimsAt(store, token)).packages[0]).toMatchObject({ fileReasons: ['not_owner'] })

  const without = await claimLeads(store, token, [bad], { reason: 'not_owner' })
  const { body: file } = await attach(store, token, PNG)
  const withIt = await claimLeads(store, token, [bad], { reason: 'not_owner', note: '', fileIds: [file.fileId] })

  expect(without).toMatchObject({ status: 400, body: { code: 'claim_file_missing' } })
  expect(withIt.status).toBe(200)
  expect(await filesOf(order.id)).toMatchObject([{ file_id: file.fileId, news_id: expect.any(String) }])
})

test('a reason that needs a file is shown before buying', async () => {
  const config = async () => (await new Client(store).call('GET', '/api/config')).body.claimEvidence
  const before = await config()
  await setEvidence('claimEvidenceOptedOut', 'nothing', 'file')
  const after = await config()
  await setEvidence('claimEvidenceOptedOut', 'file', 'nothing')
  expect(before).toEqual({ note: ['wrong_number', 'duplicate', 'not_owner', 'sold_since'], file: [] })
  expect(after.file).toEqual(['opted_out'])
})

test('a claim with files takes three at most, none twice and none of another package', async () => {
  const mine = await aDownload(store)
  const other = await aDownload(store)
  const [one = '', two = ''] = mine.leadIds
  const { body: file } = await attach(store, mine.token, PNG)
  const { body: foreign } = await attach(store, other.token, PNG)
  const claim = (leadId: string, fileIds: string[]) => claimLeads(store, mine.token, [leadId], { fileIds })

  expect(await claim(one, [foreign.fileId])).toMatchObject({ status: 404, body: { code: 'claim_file_unknown' } })
  expect(await claim(one, Array(4).fill(file.fileId))).toMatchObject({ status: 400 })
  expect((await claim(one, [file.fileId, file.fileId])).status).toBe(200)
  expect((await claim(one, [file.fileId])).status).toBe(200)
  expect(await claim(two, [file.fileId])).toMatchObject({ status: 404, body: { code: 'claim_file_unknown' } })
  const { packages } = await claimsAt(store, mine.token)
  expect(packages[0].left).toBe(4)
})

test('a claim with files shows them to administrators alone, to be saved, and records each look', async () => {
  const { order, token, leadIds } = await aDownload(store)
  const { body: file } = await attach(store, token, PDF, 'deed.pdf')
  await claimLeads(store, token, leadIds.slice(0, 2), { fileIds: [file.fileId] })
  const url = `/api/admin/claims/files/${file.fileId}`

  const { body: listed } = await admin.call('GET', '/api/admin/claims')
  const mine = listed.filter(({ orderId }: { orderId: string }) => orderId === order.id)
  const reply = await store.app.server.inject({ method: 'POST', url, headers: { cookie: admin.cookie } })
  const refused = [await new Client(store).call('POST', url), await (await aRep(store)).call('POST', url)]

  expect(mine.map(({ files }: { files: object[] }) => files)).toEqual([[file], [file]])
  expect(reply.rawPayload.equals(PDF)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="deed.pdf"',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(refused.map(({ status }) => status)).toEqual([401, 403])
  const { body: log } = await admin.call('GET', '/api/admin/audit?action=claim_file_looked_at')
  expect(log).toMatchObject([{ subject: `Order ${order.reference}`, note: 'Claim: Wrong or dead number' }])
  expect(await admin.call('POST', `/api/admin/claims/files/clf_${'0'.repeat(22)}`)).toMatchObject({ status: 404 })
})

test('a claim with files keeps them until 90 days after the last answer; files without a claim for a day', async () => {
  const { order, token, leadIds } = await aDownload(store)
  const [one = '', two = ''] = leadIds
  const { body: used } = await attach(store, token, PNG)
  await attach(store, token, PDF)
  await claimLeads(store, token, [one, two], { fileIds: [used.fileId] })
  const left = async () => {
    await runScheduled(store, 'forget-old-rows')
    return (await filesOf(order.id)).length
  }

  const atFirst = await left()
  store.clock.advance(hours(25))
  const nextDay = await left()
  await answerClaims(admin, order.id, [one])
  store.clock.advance(days(91))
  const halfAnswered = await left()
  await answerClaims(admin, order.id, [two])
  store.clock.advance(days(89))
  const kept = await left()
  store.clock.advance(days(2))

  expect([atFirst, nextDay, halfAnswered, kept, await left()]).toEqual([2, 1, 1, 1, 0])
})
