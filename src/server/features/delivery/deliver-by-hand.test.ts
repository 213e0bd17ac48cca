/** What administrators deliver by hand, and who may do and see that. */
import { describe, expect, it, test } from 'vitest'
import { ATTACHED_BYTES_MAX } from '#contract/delivery/delivery.ts'
import { writeWorkbook } from '#server/platform/files/workbook.ts'
import { aBuyer, adminOf, aRep, Client } from '#testing/builders.ts'
import {
  aBackedPackage,
  aSale,
  deliveryMailsTo,
  deliveryRows,
  deliveryTokenIn,
  download,
  openDelivery,
} from '#testing/deliveries.ts'
import { anotherRep, payLink, sendLink } from '#testing/payment-links.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { fileKindOf } from './deliver-by-hand.ts'

const QUEUE = '/api/admin/fulfilment'
const store = withStore({}, (opened) => opened.setStock(COUNTED, 900))
const admin = adminOf(store)
const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const queued = async (orderId: string) =>
  (await admin.call('GET', QUEUE)).body.find((entry: { orderId: string }) => entry.orderId === orderId)
const CSV = 'Address,City\r\n1 Elm St,Austin\r\n'
const PDF = '%PDF-1.7\nleads'

/** Attaches a file to the first line of an order. */
const attach = (orderId: string, file: string | Uint8Array, { name = 'my leads.txt', who = admin } = {}) =>
  who.upload('PUT', `${QUEUE}/${orderId}/1/file?name=${encodeURIComponent(name)}`, file)

const mark = (orderId: string, note: string, who = admin) =>
  who.call('POST', `${QUEUE}/${orderId}/1/delivered`, { note })
const send = (orderId: string, body: object, who = admin) => who.call('POST', `${QUEUE}/${orderId}/1/send`, body)

describe('a paid counted package', () => {
  test('waits in the queue, earliest deadline first, and appears under attention', async () => {
    const first = await aSale(store, COUNTED)
    store.clock.advance(60_000)
    const second = await aSale(store, COUNTED)

    const { body: queue } = await admin.call('GET', QUEUE)
    const places = [first, second].map(({ order }) =>
      queue.findIndex((entry: { orderId: string }) => entry.orderId === order.id),
    )
    const { body: attention } = await admin.call('GET', '/api/admin/attention')

    expect(queue[places[0] ?? -1]).toMatchObject({
      reference: first.order.reference,
      kind: 'by_hand',
      state: 'Texas',
      deliveryState: 'waiting',
      leads: 25,
      buyerEmail: first.email,
      dueAt: first.order.deliverBy,
      isLate: false,
      problem: null,
    })
    expect(places[0]).toBeLessThan(places[1] ?? -1)
    const part = attention.parts.find(({ kind }: { kind: string }) => kind === 'fulfilment')
    expect(part.count).toBe(queue.length)
    expect(part.items[0]).toMatchObject({ words: '1 package', who: expect.stringContaining('· Travis County, Texas') })
  })

  test('is delivered with a file: the buyer gets a link and downloads it, and the order is processed', async () => {
    const { order, email } = await aSale(store, COUNTED)

    const attached = await attach(order.id, CSV)
    const before = await orderAt(order.token)
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, email)
    const token = deliveryTokenIn(mail)
    const file = await download(store, `/api/deliveries/${token}/1/attached`)

    expect(attached).toMatchObject({ status: 200, body: { state: 'waiting', files: [{ name: 'my-leads.csv' }] } })
    expect([before.status, (await orderAt(order.token)).status]).toEqual(['completed', 'processed'])
    expect(await queued(order.id)).toBeUndefined()
    expect((await openDelivery(store, token)).body.packages[0].files).toMatchObject([
      { format: 'attached', bytes: CSV.length },
    ])
    expect([file.status, file.bytes.toString()]).toEqual([200, CSV])
    expect(file.headers['content-disposition']).toBe('attachment; filename="my-leads.csv"')
    const { body: lines } = await admin.call('GET', `/api/sales/orders/${order.reference}/deliveries`)
    expect(lines[0]).toMatchObject({ state: 'delivered', handledBy: 'Ada Admin', downloadCount: 1 })
    // No one knows what is in a file that the store did not make.
    expect(mail?.text).toContain('Files: my-leads.csv')
    expect(mail?.text).not.toMatch(/leads, as|Call your leads/)
  })

  test('accepts the same file once; another file replaces it, and only the new link works', async () => {
    const { order, email } = await aSale(store, COUNTED)
    await attach(order.id, CSV)
    await attach(order.id, CSV)
    await store.runJobs()
    const [first, ...more] = await deliveryMailsTo(store, email)
    await attach(order.id, PDF, { name: 'leads.pdf' })
    await store.runJobs()
    const [second] = await deliveryMailsTo(store, email)
    expect(more).toEqual([])
    expect((await openDelivery(store, deliveryTokenIn(first))).status).toBe(404)
    expect((await download(store, `/api/deliveries/${deliveryTokenIn(second)}/1/attached`)).bytes.toString()).toBe(PDF)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('is delivered with a note, which the buyer reads in the email and on the page', async () => {
    const { order, email } = await aSale(store, COUNTED)

    const marked = await mark(order.id, '  Sent to your office by courier.\n')
    const again = await mark(order.id, 'Sent to your office by courier.')
    const other = await mark(order.id, 'Something else.')
    await store.runJobs()
    const mails = await deliveryMailsTo(store, email)

    expect([marked.status, again.status, other.body.code]).toEqual([200, 200, 'delivery_done'])
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe(`Your order ${order.reference} has been delivered`)
    expect(mails[0]?.text).toMatch(/How it was delivered\n.*25 leads \(20 \+ 5 free\)\n.*\n {2}Sent to/)
    expect(mails[0]?.text).not.toMatch(/leads, as|Call your leads|The link works/)
    expect((await openDelivery(store, deliveryTokenIn(mails[0]))).body.packages[0]).toMatchObject({
      note: 'Sent to your office by courier.',
      files: [],
    })
  })

  test('cannot be delivered after its refund', async () => {
    const { order } = await aSale(store, COUNTED)
    await admin.refund(order.id)
    for (const reply of [
      await attach(order.id, CSV),
      await mark(order.id, 'Done.'),
      await send(order.id, { attemptId: 'attempt-1' }),
    ])
      expect(reply.body.code).toBe('delivery_cancelled')
    expect(await queued(order.id)).toBeUndefined()
  })

  test('is logged with who delivered it and without email addresses', async () => {
    const { order, email } = await aSale(store, COUNTED)
    await attach(order.id, CSV)
    await send(order.id, { attemptId: 'attempt-audit', email: 'elsewhere@example.com' })
    const { body: log } = await admin.call('GET', '/api/admin/audit')
    const entries = log.filter(({ subject }: { subject: string }) => subject.includes(order.reference))
    expect(entries).toMatchObject([
      { action: 'delivery_sent_again', memberName: 'Ada Admin', after: { isToOtherAddress: true } },
      { action: 'delivery_attached', subject: `Order ${order.reference}, VIP Junior Package: 25 leads (20 + 5 free)` },
    ])
    expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${email}|elsewhere@`))
  })
})

test.each([
  ['a page', '<!doctype html><a href="x">leads, really</a>'],
  ['more than 10 MB', Buffer.alloc(ATTACHED_BYTES_MAX + 1, 'a,b\n')],
])('an attached file that is %s is refused with an explanation, and nothing is sent', async (_what, bytes) => {
  const { order, email } = await aSale(store, COUNTED)
  const reply = await attach(order.id, bytes, { name: 'leads.csv' })
  await store.runJobs()
  expect(reply).toMatchObject({
    status: 400,
    body: { code: 'delivery_file_refused', message: expect.stringMatching(/\w+\.$/) },
  })
  expect(await deliveryMailsTo(store, email)).toEqual([])
  expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'waiting', handover_id: null }])
})

test('an attached file cannot replace the store’s own leads', async () => {
  const { order } = await aSale(store, await aBackedPackage(store))
  expect((await attach(order.id, CSV)).body.code).toBe('delivery_from_leads')
})

describe('access', () => {
  test('only administrators and the rep who sold an order see its deliveries', async () => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [COUNTED])
    await payLink(store, request)
    const path = `/api/sales/orders/${request.reference}/deliveries`
    expect((await rep.call('GET', path)).body).toMatchObject([{ kind: 'by_hand', state: 'waiting' }])
    expect((await admin.call('GET', path)).status).toBe(200)
    expect((await (await anotherRep(store)).call('GET', path)).body.code).toBe('order_not_found')
    expect((await new Client(store).call('GET', path)).status).toBe(401)
  })

  test('the leads of a payment request open from the buyer’s mailbox and the browser that paid, not from the request', async () => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [await aBackedPackage(store)])
    const { customer } = await payLink(store, request)
    await store.runJobs()
    // The rep made the request, so they know its address, which shows that of the order's page.
    const { body: shown } = await new Client(store).call('GET', `/api/payment-request/${request.token}`)
    const linesFor = async (browser: Client) =>
      (await browser.call('GET', `/api/order-deliveries/${shown.orderToken}`)).body
    const [mail] = await deliveryMailsTo(store, request.customerEmail)
    for (const other of [rep, new Client(store), aBuyer(store)])
      expect(await linesFor(other)).toMatchObject([{ state: 'sent', deliveryToken: null }])
    expect(await linesFor(customer)).toMatchObject([{ deliveryToken: deliveryTokenIn(mail) }])
    expect((await openDelivery(store, deliveryTokenIn(mail))).status).toBe(200)
  })

  test('only administrators deliver by hand', async () => {
    const { order } = await aSale(store, COUNTED)
    for (const [who, status] of [
      [await aRep(store), 403],
      [new Client(store), 401],
    ] as const) {
      expect((await attach(order.id, CSV, { who })).status).toBe(status)
      expect((await who.call('GET', QUEUE)).status).toBe(status)
      expect((await mark(order.id, 'x', who)).status).toBe(status)
      expect((await send(order.id, { attemptId: 'attempt-9' }, who)).status).toBe(status)
    }
    expect((await mark(`ord_${'0'.repeat(22)}`, 'x')).body.code).toBe('delivery_unknown')
  })
})

/** A zip of 102 bytes whose list claims to have 4,294,967,294 names and to begin far behind the end of the file. */
function zipOfEndlessNames(): Buffer {
  const start = Buffer.from('PK\x03\x04')
  const longEnd = Buffer.alloc(56)
  longEnd.writeUInt32LE(0x06064b50, 0)
  longEnd.writeUInt32LE(0xfffffffe, 32)
  longEnd.writeUInt32LE(0x7fffffff, 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeUInt32LE(start.length, 8)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(0xffff, 8)
  end.writeUInt16LE(0xffff, 10)
  end.writeUInt32LE(0xffffffff, 16)
  return Buffer.concat([start, longEnd, locator, end])
}

it('detecting the kind of a file rejects a zip that claims four billion entries, without reading them', () => {
  const bytes = zipOfEndlessNames()
  expect(bytes).toHaveLength(102)
  // Going through them all would end in the test's time-out, or without memory.
  expect(fileKindOf(bytes)).toBeNull()
})

it('detecting the kind of a file recognizes a table by its first row, however long the rest is', () => {
  const rows = 'Ann,"1 Elm St"\n'.repeat(700_000)
  expect(fileKindOf(Buffer.from(`name,address\n${rows}Bob,"2 Elm" St\n`))).toBe('csv')
})

it.each([
  ['a name and an address', 'name,address\n', 'csv'],
  ['a header without a line end', 'name,address', 'csv'],
  ['a header with a line end in a quoted name', '"name\nof owner",address\nAnn,1 Elm St\n', 'csv'],
  ['semicolons', 'name;address\nAnn;1 Elm St\n', 'csv'],
  ['a header whose quote never closes', '"name,address\nAnn,1 Elm St\n', null],
  ['text', 'Dear buyer\nname,address\n', null],
  ['a page', '<html>,<body>\n', null],
  ['a control character far behind the header', `name,address\n${'Ann,1 Elm St\n'.repeat(9_000)}\0`, null],
  ['a byte far behind the header that is no UTF-8', [`name,address\n${'Ann,1 Elm St\n'.repeat(9_000)}`, '\xff'], null],
])('detecting the kind of a file decides about text: %s', (_, parts, kind) => {
  const bytes = Buffer.concat([parts].flat().map((part) => Buffer.from(part, 'latin1')))
  expect(fileKindOf(bytes)).toBe(kind)
})

it('detecting the kind of a file recognizes a workbook', () => {
  expect(fileKindOf(writeWorkbook('Leads', [['name'], ['Ann']]))).toBe('xlsx')
})
