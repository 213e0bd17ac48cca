/** Paid leads reach their buyer once: files, one email, and then the order is processed; refunds end that. */
import { afterAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { queueMessages } from '#server/features/messages/queue-message.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { adminOf, aRep, Client, type Reply } from '#testing/builders.ts'
import {
  aBackedPackage,
  aDelivery,
  aSale,
  csvRows,
  deliveryMailsTo,
  deliveryRows,
  deliveryTokenIn,
  download,
  orderedLeads,
} from '#testing/deliveries.ts'
import { boughtAndDisputed, decide, disputeEvents, hearOf } from '#testing/disputes.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { refuseMessage, resendMessage } from '#testing/message-log.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import type { TestApp } from '#testing/test-app.ts'
import { VIP as COUNTED, withStore } from '#testing/with-store.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { composers } from './compose-messages.ts'
import { deliverLeads } from './deliver-leads.ts'

const store = withStore({}, (opened) => opened.setStock(COUNTED, 900))
afterAll(async () => expect(await findLeadFaults(store.testDatabase.pool)).toEqual([]))

const admin = adminOf(store)
const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const linesAt = async (token: string) => (await new Client(store).call('GET', `/api/order-deliveries/${token}`)).body
const INVALID = { status: 404, body: { code: 'delivery_link_invalid', message: 'This link is not valid' } }
const open = (token: string): Promise<Reply> => new Client(store).call('GET', `/api/deliveries/${token}`)

test('an order of leads is delivered by one email with one link, and is then processed', async () => {
  const { order, email, mail, token } = await aDelivery(store, await aBackedPackage(store))
  expect(await deliveryMailsTo(store, email)).toHaveLength(1)
  expect(mail).toMatchObject({ subject: `Your leads for order ${order.reference} are ready` })
  expect(mail?.text).toContain('As CSV and Excel')
  expect(mail?.text).toContain('your CRM or a dialer')
  expect(mail?.text).toMatch(/The link works until \w+ \d+, \d{4} at /)
  expect(mail?.html).toContain(`/delivery/${token}`)
  expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  expect(await deliveryRows(store, order.id)).toMatchObject([{ kind: 'leads', state: 'sent', leads: 25 }])
})

test('an order of leads comes as a file with its leads from the pool, the same in CSV and Excel', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store))

  const csv = await download(store, `/api/deliveries/${token}/1/csv`)
  const xlsx = await download(store, `/api/deliveries/${token}/1/xlsx`)

  // Excel needs a byte order mark for accents.
  expect(csv.bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  const [header = [], ...rows] = csvRows(csv.bytes)
  const cell = (row: string[], name: string) => row[header.indexOf(name)]
  const leads = rows
    .map((row) => ({
      address: cell(row, 'Address'),
      city: cell(row, 'City'),
      zip: cell(row, 'ZIP'),
      owner: cell(row, 'Owner'),
      mailing_address: cell(row, 'Mailing address'),
      email: cell(row, 'Email 1'),
      source: cell(row, 'Source'),
    }))
    .sort((a, b) => ((a.address ?? '') < (b.address ?? '') ? -1 : 1))
  expect(leads).toHaveLength(25)
  expect(leads).toEqual(await orderedLeads(store, order.id))
  expect(rows.every((row) => cell(row, 'Age in days') === '1' && cell(row, 'Value') === '250000')).toBe(true)
  expect(new Set(rows.map((row) => cell(row, 'Phone 1 do not call')))).toEqual(new Set(['Yes', 'No']))
  expect(workbookRows(xlsx.bytes).map((row) => row.map((one) => String(one ?? '')))).toEqual([header, ...rows])
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv;charset=utf-8',
    'content-disposition': `attachment; filename="${order.reference}-1-vip-${fileCounty(order)}.csv"`,
    'cache-control': 'no-store',
  })
})

test('an order of leads with one counted package delivers the leads and waits for the other package', async () => {
  const { order, token } = await aDelivery(store, await aBackedPackage(store), COUNTED)
  expect((await open(token)).body.packages).toHaveLength(1)
  expect(await orderAt(order.token)).toMatchObject({ status: 'completed' })
  const states = (await linesAt(order.token)).map((line: { state: string }) => line.state)
  expect(states.toSorted()).toEqual(['sent', 'waiting'])
})

test('an order of leads paid through a link marks its payment request as processed', async () => {
  const rep = await aRep(store)
  const request = await sendLink(rep, [await aBackedPackage(store)])
  await payLink(store, request)
  await store.runJobs()
  expect((await rep.call('GET', `/api/invoices/${request.token}`)).body.status).toBe('processed')
})

const fileCounty = (order: { lines: { county: string }[] }) =>
  order.lines[0]?.county.toLowerCase().replace(/[^a-z0-9]+/g, '-')

describe('a delivery', () => {
  test('by several workers at once makes one link and sends one email', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store), await aBackedPackage(store))
    await Promise.all([1, 2, 3, 4].map(() => deliverLeads(store.ctx, order.id as OrderId)))
    await store.runJobs()
    expect(await store.sql`select from delivery_handovers where order_id = ${order.id}`).toHaveLength(1)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toHaveLength(4)
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
  })

  test.each([
    ['the files were kept', 'delivery.keep_files'],
    ['the leads were marked', 'leads.mark_delivered'],
    ['the confirmation was taken back', 'messages.take_confirmation'],
  ])('that stops after %s resumes there and delivers once', async (_when, name) => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await expect(deliverLeads(stoppingAfter(name), order.id as OrderId)).rejects.toThrow('the worker was killed')
    await store.runJobs()
    expect(await store.sql`select from delivery_handovers where order_id = ${order.id}`).toHaveLength(1)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toHaveLength(2)
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('whose worker dies after sending the email is completed by the next worker, with no second email', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await deliverLeads(store.ctx, order.id as OrderId)
    const [handover] = await store.sql`select message_id from delivery_handovers where order_id = ${order.id}`
    const sending = sendMessage(stoppingAfter('messages.mark_sent'), handover.message_id, composers)
    await expect(sending).rejects.toThrow('killed')
    const between = await deliveryRows(store, order.id)
    await store.runJobs()
    expect(between).toMatchObject([{ state: 'waiting', sent_at: null }])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'sent' }])
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('whose job was lost is picked up by the timer', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await store.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key = 'delivery:' || ${order.id}))`
    await runScheduled(store, 'watch-deliveries')
    await store.runJobs()
    const early = await deliveryMailsTo(store, email)

    await store.pass(minutes(6), 'watch-deliveries')
    await store.runJobs()

    expect(early).toEqual([])
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
  })
})

/** The store's context, on a worker that dies right after a statement, whose transaction is then rolled back. */
function stoppingAfter(name: string): TestApp['ctx'] {
  const { database } = store
  const dying = <Executor extends Pick<typeof database, 'run'>>(executor: Executor): Executor => ({
    ...executor,
    async run(statement, ...given) {
      const rows = await executor.run(statement, ...given)
      if (statement.name === name) throw new Error('the worker was killed')
      return rows
    },
  })
  const dyingWithin = (tx: Transaction): Transaction => ({
    ...dying(tx),
    send(statement, ...given) {
      tx.send(statement, ...given)
      if (statement.name === name) throw new Error('the worker was killed')
    },
  })
  return {
    ...store.ctx,
    node: { ...store.ctx.node },
    database: { ...dying(database), transaction: (work) => database.transaction((tx) => work(dyingWithin(tx))) },
  }
}

describe('the email with all leads of an order that was paid just now', () => {
  const mailsTo = async (email: string) => (await store.mailsTo(email)).map(({ subject }) => subject)
  const isConfirmed = (order: Reply['body']) => `Order ${order.reference} is confirmed`
  const areReady = (order: Reply['body']) => `Your leads for order ${order.reference} are ready`
  const addressOf = (email: string) => store.row`select * from buyer_addresses where address = ${email}`
  const tokenIn = (text = '') => /#confirm=(\S+)/.exec(text)?.[1]
  const verify = (token = '') => new Client(store).call('POST', '/api/verify-email', { token })
  const messageIdOf = async (order: Reply['body']): Promise<string> =>
    (await store.row`select message_id from delivery_handovers where order_id = ${order.id}`).message_id

  test('also confirms the order, and nothing else comes', async () => {
    const { order, mail, email } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))
    await store.pass(minutes(2))
    await store.runJobs()
    expect(await mailsTo(email)).toEqual([areReady(order)])
    for (const told of [mail?.text, mail?.html]) {
      expect(told).toContain(
        `Thank you for your order ${order.reference}. We received your payment by Visa ending in 4242.`,
      )
      for (const words of ['25 leads (20 + 5 free)', 'As CSV', '$299.00', 'Total: $598.00'])
        expect(told).toContain(words)
      for (const url of [`http://store.test/order/${order.token}`, 'http://store.test/desk', `#confirm=${order.id}.`])
        expect(told).toContain(url)
    }
    const { body } = await admin.call('GET', `/api/admin/orders/${order.id}`)
    expect(body.messages.map(({ kind }: { kind: string }) => kind)).toEqual(['leads_delivered'])
  })

  test('comes after the confirmation if the leads take longer than a minute', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    const early = await queueMessages(store.ctx)
    store.clock.advance(minutes(1))
    const inTime = await queueMessages(store.ctx)
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, email)
    expect([early, inTime]).toEqual([0, 1])
    expect((await mailsTo(email)).toSorted()).toEqual([isConfirmed(order), areReady(order)])
    expect(mail?.text).not.toMatch(/Thank you|Total|#confirm/)
  })

  test('does not come if the leads are not delivered, and the confirmation comes after a minute', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    const killed = stoppingAfter('messages.take_confirmation')
    await expect(deliverLeads(killed, order.id as OrderId)).rejects.toThrow('killed')
    await store.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key = 'delivery:' || ${order.id}))`
    store.clock.advance(minutes(1))
    await store.runJobs()
    expect(await mailsTo(email)).toEqual([isConfirmed(order)])
  })

  test('leaves the order to its usual confirmation if it is refused, also when it is tried again', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await deliverLeads(store.ctx, order.id as OrderId)
    const messageId = await messageIdOf(order)
    for (const attempt of ['first', 'second']) {
      await refuseMessage(store, messageId, composers)
      await resendMessage(admin, messageId, `${attempt}-${order.id}`)
    }
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, email)
    expect((await mailsTo(email)).toSorted()).toEqual([isConfirmed(order), areReady(order)])
    expect(mail?.text).not.toContain('Thank you')
  })

  test('leaves the order to its usual confirmation if a newer link takes its place before it is sent', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await deliverLeads(store.ctx, order.id as OrderId)
    const other = { attemptId: `attempt-${order.id}`, email: 'other@example.com' }
    await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, other)
    await store.runJobs()
    expect(await mailsTo(email)).toEqual([isConfirmed(order)])
    expect(await mailsTo('other@example.com')).toEqual([areReady(order)])
  })

  test('confirms the address of a first order by a press on its page, not by a look', async () => {
    const { buyer, mail, token, email } = await aDelivery(store, await aBackedPackage(store))
    await open(token)
    const unconfirmed = await addressOf(email)
    await verify(tokenIn(mail?.text))
    const confirmed = await addressOf(email)
    await buyer.buy(await aBackedPackage(store))
    await store.runJobs()
    const [second] = await deliveryMailsTo(store, email)
    expect([unconfirmed.verified_at, confirmed.verified_at]).toEqual([null, expect.any(Date)])
    expect(second?.text).toContain('Thank you for your order')
    expect(tokenIn(second?.text)).toBeUndefined()
  })

  test('is the only one of an order, or its confirmation is, when both become due at the same moment', async () => {
    const sales: Awaited<ReturnType<typeof aSale>>[] = []
    for (let sale = 1; sale <= 12; sale += 1) sales.push(await aSale(store, await aBackedPackage(store)))
    store.clock.advance(minutes(1))
    await Promise.all(sales.flatMap(({ order }) => [deliverLeads(store.ctx, order.id), queueMessages(store.ctx)]))
    await store.runJobs()
    for (const { order, email } of sales) {
      const mails = await store.mailsTo(email)
      expect(mails.filter(({ text }) => text.includes('Thank you for your order'))).toHaveLength(1)
      expect(mails.filter(({ text }) => text.includes('/delivery/'))).toHaveLength(1)
      const confirmed = await store.sql`select from messages where message_id = ${`order_confirmation.${order.id}`}`
      expect(mails).toHaveLength(1 + confirmed.length)
    }
  })
})

describe('a refund', () => {
  const refund = (orderId: string, lines?: object[]) => admin.refund(orderId, lines ? { lines } : {})
  const returnedOf = async (orderId: string) =>
    (await store.sql`select from order_leads where order_id = ${orderId} and returned_at is not null`).length

  test('before the delivery cancels it and returns the leads', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await refund(order.id)
    await store.runJobs()
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }])
    expect(await deliveryMailsTo(store, email)).toEqual([])
    expect(await returnedOf(order.id)).toBe(25)
  })

  test('after the link was made ends the link but takes no leads back, since the buyer may have seen them', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    await refund(order.id)
    expect(await returnedOf(order.id)).toBe(0)
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }])
    expect(await open(token)).toMatchObject(INVALID)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toEqual([])
  })

  test('of delivered leads never counts them as returned, even if the administrator asks for that', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store), COUNTED)
    const stock = async () => (await store.sql`select available from packages where package_id = ${COUNTED}`)[0]
    const before = await stock()
    const rows = await deliveryRows(store, order.id)
    const [first, second] = rows.filter(({ kind }) => kind === 'leads')

    await refund(order.id, [{ lineNumber: first?.line_number, amount: '10.00', isReturned: true }])
    const states = (await deliveryRows(store, order.id)).map(({ state }) => state)
    await refund(order.id)

    expect(states).toEqual(rows.map(({ state }) => state))
    const lines = (await admin.call('GET', `/api/admin/orders/${order.id}`)).body.lines
    const isBack = (row: Record<string, unknown> | undefined) =>
      lines.find((line: Reply['body']) => line.lineNumber === row?.line_number)
    for (const row of [first, second])
      expect(isBack(row)).toMatchObject({
        isReturned: false,
        left: 0,
        delivery: { kind: 'leads', state: 'cancelled', isHandedOver: true },
      })
    expect(lines.filter((line: Reply['body']) => line.isReturned)).toMatchObject([{ delivery: { kind: 'by_hand' } }])
    expect(await stock()).toEqual({ available: before.available + 1 })
    const left = 'select sum(packages)::int as packages from sale_entries where order_id = $1'
    expect(await store.rows(left, [order.id])).toEqual([{ packages: 2 }])
    const [audit] = (await admin.call('GET', '/api/admin/audit?action=order_refunded')).body
    expect(audit.after).toMatchObject({ packagesReturned: 1 })
  })

  test('of the only undelivered line leaves the order processed', async () => {
    const { order } = await aDelivery(store, await aBackedPackage(store), COUNTED)
    const [waiting] = (await deliveryRows(store, order.id)).filter(({ state }) => state === 'waiting')
    await refund(order.id, [{ lineNumber: waiting?.line_number, isReturned: true }])
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('of one of two packages before the delivery delivers only the other', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store), await aBackedPackage(store))
    await refund(order.id, [{ lineNumber: 1, isReturned: true }])
    await store.runJobs()
    const [mail, ...more] = await deliveryMailsTo(store, email)
    expect(more).toEqual([])
    expect((await open(deliveryTokenIn(mail))).body.packages).toMatchObject([{ lineNumber: 2 }])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'cancelled' }, { state: 'sent' }])
    expect(await returnedOf(order.id)).toBe(25)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('of part of a delivered line does not change the delivery', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    await refund(order.id, [{ lineNumber: 1, amount: '10.00', isReturned: false }])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'sent' }])
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(200)
  })

  test('of the whole order also ends a link that was used; the download stays on record', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))
    await download(store, `/api/deliveries/${token}/1/csv`)

    await refund(order.id)

    expect(await open(token)).toMatchObject(INVALID)
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toEqual([])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'delivered', delivered_at: expect.any(Date) }])
    expect(await linesAt(order.token)).toMatchObject([{ state: 'cancelled', deliveryToken: null }])
    const again = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId: 'attempt-again' })
    expect(again.body.code).toBe('delivery_cancelled')
  })

  test('of one of two downloaded packages ends only its files', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))
    for (const line of [1, 2]) await download(store, `/api/deliveries/${token}/${line}/csv`)
    await refund(order.id, [{ lineNumber: 1, isReturned: false }])
    expect((await open(token)).body.packages).toMatchObject([{ lineNumber: 2 }])
    expect((await download(store, `/api/deliveries/${token}/1/csv`)).status).toBe(404)
    expect((await download(store, `/api/deliveries/${token}/2/csv`)).status).toBe(200)
  })
})

describe('a dispute', () => {
  /** Leads that were bought with a card whose bank disputes the payment, and downloaded. */
  async function aDisputedDelivery() {
    const { buyer, order, disputeId } = await boughtAndDisputed(store, await aBackedPackage(store))
    await store.runJobs()
    const [mail] = await deliveryMailsTo(store, buyer.contactInfo.email)
    const token = deliveryTokenIn(mail)
    await download(store, `/api/deliveries/${token}/1/csv`)
    return { order, disputeId, token }
  }

  test('that is lost ends the link, even a used one, and no new link can be sent', async () => {
    const { order, disputeId, token } = await aDisputedDelivery()
    await decide(store, disputeId, 'lost')
    await hearOf(store, await disputeEvents(store, order))
    expect(await open(token)).toMatchObject(INVALID)
    expect(await store.sql`select from delivery_files where order_id = ${order.id}`).toEqual([])
    const again = await admin.call('POST', `/api/admin/fulfilment/${order.id}/1/send`, { attemptId: 'attempt-again' })
    expect(again.body.code).toBe('delivery_cancelled')
  })

  test('that is open or won does not change the link', async () => {
    const { order, disputeId, token } = await aDisputedDelivery()
    await hearOf(store, await disputeEvents(store, order))
    const whileOpen = (await open(token)).status
    await decide(store, disputeId, 'won')
    await hearOf(store, await disputeEvents(store, order))
    expect([whileOpen, (await open(token)).status]).toEqual([200, 200])
  })
})
