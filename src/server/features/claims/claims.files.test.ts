/** Evidence: what a claim needs, which files are taken, who sees them, and when they are forgotten. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLAIM_FILE_BYTES_MAX } from '#contract/claims/claim-reasons.ts'
import { days, hours } from '#server/platform/clock.ts'
import { anAdmin, aRep, Client } from '#testing/builders.ts'
import { aDownload, answerClaims, attach, claimLeads, claimsAt, PDF, PNG } from '#testing/claims.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let store: TestApp
let admin: Client
beforeAll(async () => {
  store = await createTestApp()
  admin = await anAdmin(store)
})
afterAll(() => store.close())

async function setEvidence(name: string, before: string, after: string): Promise<void> {
  const { status } = await admin.call('PUT', '/api/admin/settings', { changes: [{ name, before, after }] })
  expect(status).toBe(200)
}

const filesOf = async (orderId: string) =>
  (
    await store.testDatabase.pool.query(
      'select file_id, news_id, name, kind, size from claim_files where order_id = $1 order by attached_at, file_id',
      [orderId],
    )
  ).rows

describe('a file', () => {
  test.each([
    ['a PNG picture', PNG, 'png'],
    ['a JPEG picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 1, 2, 3, 0xff, 0xd9]), 'jpg'],
    ['a PDF', PDF, 'pdf'],
  ])('that is %s is taken, whatever its name says', async (_what, bytes, kind) => {
    const { order, token } = await aDownload(store)

    const reply = await attach(store, token, bytes, '../call log<b>.exe')

    expect(reply).toMatchObject({ status: 200, body: { name: `call-log-b.${kind}`, bytes: bytes.length } })
    expect(await filesOf(order.id)).toMatchObject([{ kind, size: bytes.length, news_id: null }])
  })

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 415, 'claim_file_refused'],
    ['a GIF', Buffer.from('GIF89a and more of it'), 415, 'claim_file_refused'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'claim_file_refused'],
    ['only the start of a PNG', PNG.subarray(0, 8), 415, 'claim_file_refused'],
    ['only the start of a PDF', Buffer.from('%PDF-1.7 and then nothing'), 415, 'claim_file_refused'],
    ['empty', Buffer.alloc(0), 415, 'claim_file_refused'],
    ['too large', Buffer.concat([PNG, Buffer.alloc(CLAIM_FILE_BYTES_MAX)]), 413, 'claim_file_too_large'],
  ])('that is %s is refused, and nothing is kept', async (_what, bytes, status, code) => {
    const { order, token } = await aDownload(store)

    expect(await attach(store, token, bytes)).toMatchObject({ status, body: { code } })
    expect(await filesOf(order.id)).toEqual([])
  })

  test('is taken as a stream of bytes only', async () => {
    const { order, token } = await aDownload(store)

    const reply = await new Client(store).call('PUT', `/api/deliveries/${token}/1/claim-files?name=log.json`, { a: 1 })

    expect(reply).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    expect(await filesOf(order.id)).toEqual([])
  })

  test('sent twice is kept once; another one beside it', async () => {
    const { order, token } = await aDownload(store)

    const first = await attach(store, token, PNG)
    const again = await attach(store, token, PNG)
    await attach(store, token, PDF)

    expect(again.body).toEqual(first.body)
    expect(await filesOf(order.id)).toHaveLength(2)
  })

  test('for a wrong link, another package or too late is refused', async () => {
    const { token } = await aDownload(store)

    expect(await attach(store, 'no-such-link', PNG)).toMatchObject({ body: { code: 'delivery_link_invalid' } })
    expect(await attach(store, token, PNG, 'log.png', 2)).toMatchObject({ body: { code: 'claim_lead_unknown' } })
    store.clock.advance(days(14) + hours(1))
    expect(await attach(store, token, PNG)).toMatchObject({ body: { code: 'claim_over' } })
  })

  test('beyond a day’s limit of its package is refused', async () => {
    const throttled = await createTestApp({ env: { RATE_LIMITS: 'on' } })
    try {
      const { token } = await aDownload(throttled)
      const replies = []
      for (let index = 0; index <= 120; index += 1) replies.push(await attach(throttled, token, PNG))

      expect(replies.slice(0, 120).every(({ status }) => status === 200)).toBe(true)
      expect(replies.at(-1)).toMatchObject({ status: 429, body: { code: 'claim_files_throttled' } })
    } finally {
      await throttled.close()
    }
  })
})

describe('all files of an order', () => {
  test('are limited in number and in bytes, however many packages it has, and the refusal says so', async () => {
    const limited = await createTestApp()
    try {
      const large = await aDownload(limited)
      const many = await aDownload(limited)
      const bytes = Buffer.concat([PNG, Buffer.alloc(CLAIM_FILE_BYTES_MAX - PNG.length)])

      const full = []
      for (let index = 0; index < 28; index += 1) full.push(await attach(limited, large.token, bytes))
      full.push(...(await Promise.all(Array.from({ length: 3 }, () => attach(limited, large.token, bytes)))))
      const counted = []
      for (let index = 0; index <= 150; index += 1) counted.push(await attach(limited, many.token, PNG))

      expect(full.filter(({ status }) => status === 200)).toHaveLength(30)
      const refused = [...full.filter(({ status }) => status !== 200), counted.at(-1)]
      expect(refused).toHaveLength(2)
      for (const reply of refused)
        expect(reply).toMatchObject({
          status: 429,
          body: { code: 'claim_files_full', message: expect.stringContaining('150 files and 150 MB') },
        })
      expect(counted.slice(0, 150).every(({ status }) => status === 200)).toBe(true)
      limited.clock.advance(days(1) + 1)
      expect((await attach(limited, many.token, PDF)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('a reason that needs a file', () => {
  test('is refused without one, and the same claim with it is taken', async () => {
    await setEvidence('claimEvidenceNotOwner', 'note', 'file')
    const { order, token, leadIds } = await aDownload(store)
    await setEvidence('claimEvidenceNotOwner', 'file', 'note')
    const [bad = ''] = leadIds
    expect((await claimsAt(store, token)).packages[0]).toMatchObject({ fileReasons: ['not_owner'] })

    const without = await claimLeads(store, token, [bad], { reason: 'not_owner' })
    const { body: file } = await attach(store, token, PNG)
    const withIt = await claimLeads(store, token, [bad], { reason: 'not_owner', note: '', fileIds: [file.fileId] })

    expect(without).toMatchObject({ status: 400, body: { code: 'claim_file_missing' } })
    expect(withIt.status).toBe(200)
    expect(await filesOf(order.id)).toMatchObject([{ file_id: file.fileId, news_id: expect.any(String) }])
  })

  test('belongs to orders paid while it is set; earlier ones keep what was in force', async () => {
    const { token, leadIds } = await aDownload(store)
    await setEvidence('claimEvidenceNotOwner', 'note', 'file')

    const { status } = await claimLeads(store, token, leadIds.slice(0, 1), { reason: 'not_owner' })

    await setEvidence('claimEvidenceNotOwner', 'file', 'note')
    expect(status).toBe(200)
  })

  test('is shown before buying', async () => {
    const config = async () => (await new Client(store).call('GET', '/api/config')).body.claimEvidence
    const before = await config()
    await setEvidence('claimEvidenceOptedOut', 'nothing', 'file')
    const after = await config()
    await setEvidence('claimEvidenceOptedOut', 'file', 'nothing')

    expect(before).toEqual({ note: ['wrong_number', 'duplicate', 'not_owner', 'sold_since'], file: [] })
    expect(after.file).toEqual(['opted_out'])
  })
})

describe('a claim with files', () => {
  test('takes three at most, none twice and none of another package', async () => {
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

  test('shows them to administrators alone, to be saved, and records each look', async () => {
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

  test('keeps them until 90 days after the last answer; files without a claim for a day', async () => {
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
    admin = await anAdmin(store)
    await answerClaims(admin, order.id, [two])
    store.clock.advance(days(89))
    const kept = await left()
    store.clock.advance(days(2))

    expect([atFirst, nextDay, halfAnswered, kept, await left()]).toEqual([2, 1, 1, 1, 0])
  })
})
