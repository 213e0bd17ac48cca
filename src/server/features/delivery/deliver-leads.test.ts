/** Paid leads reach their buyer once: files, one email, and then the order is processed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderId } from '#contract/values.ts'
import { sendMessage } from '#server/features/messages/send-message.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database.ts'
import { aBuyer, aRep, Client, type Reply } from '#testing/builders.ts'
import {
  aBackedPackage,
  aDelivery,
  aSale,
  csvRows,
  deliveryMailsTo,
  deliveryRows,
  download,
  orderedLeads,
} from '#testing/deliveries.ts'
import { findLeadFaults } from '#testing/lead-faults.ts'
import { payLink, sendLink } from '#testing/payment-links.ts'
import { runScheduled } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { composers } from './compose-messages.ts'
import { deliverLeads } from './deliver-leads.ts'

const COUNTED = '48453-vacant-vip-20'

let store: TestApp
let other: TestApp
beforeAll(async () => {
  store = await createTestApp()
  other = await createTestApp({ beside: store })
  await store.setStock(COUNTED, 900)
})
afterAll(async () => {
  expect(await findLeadFaults(store.testDatabase.pool)).toEqual([])
  await other.close()
  await store.close()
})

const query = async (sql: string, values: unknown[] = []) => (await store.testDatabase.pool.query(sql, values)).rows
const orderAt = async (token: string) => (await new Client(store).call('GET', `/api/orders/${token}`)).body
const linesAt = async (token: string) => (await new Client(store).call('GET', `/api/order-deliveries/${token}`)).body
const open = (token: string): Promise<Reply> => new Client(store).call('GET', `/api/deliveries/${token}`)

describe('an order of leads', () => {
  test('is delivered by one email with one link, and is then processed', async () => {
    const { order, email, mail, token } = await aDelivery(store, await aBackedPackage(store))

    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect(mail).toMatchObject({ subject: `Your leads for order ${order.reference} are ready` })
    expect(mail?.text).toContain('25 leads in total, as CSV and Excel')
    expect(mail?.text).toContain('Do you use a CRM or a dialer?')
    expect(mail?.text).toMatch(/The link works until \w+ \d+, \d{4} at /)
    expect(mail?.html).toContain(`/delivery/${token}`)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
    expect(await deliveryRows(store, order.id)).toMatchObject([{ kind: 'leads', state: 'sent', leads: 25 }])
  })

  test('comes as a file with its leads from the pool, the same in CSV and Excel', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store))

    const csv = await download(store, `/api/deliveries/${token}/1/csv`)
    const xlsx = await download(store, `/api/deliveries/${token}/1/xlsx`)

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

  test('comes as a CSV file with the byte order mark that Excel needs for accents', async () => {
    const { token } = await aDelivery(store, await aBackedPackage(store))

    const { bytes } = await download(store, `/api/deliveries/${token}/1/csv`)

    expect(bytes.subarray(0, 10).toString('hex')).toBe(`efbbbf${Buffer.from('Address').toString('hex')}`)
  })

  test('with one counted package delivers the leads and waits for the other package', async () => {
    const { order, token } = await aDelivery(store, await aBackedPackage(store), COUNTED)

    const { body } = await open(token)

    expect(body.packages).toHaveLength(1)
    expect(await orderAt(order.token)).toMatchObject({ status: 'completed' })
    expect((await linesAt(order.token)).map((line: { state: string }) => line.state).toSorted()).toEqual([
      'sent',
      'waiting',
    ])
  })

  test('with two packages of leads sends one email', async () => {
    const { email, token } = await aDelivery(store, await aBackedPackage(store), await aBackedPackage(store))

    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect((await open(token)).body.packages).toHaveLength(2)
  })

  test('paid through a link marks its payment request as processed', async () => {
    const rep = await aRep(store)
    const request = await sendLink(rep, [await aBackedPackage(store)])
    await payLink(store, request)

    await store.runJobs()

    const { body } = await rep.call('GET', `/api/invoices/${request.token}`)
    expect(body.status).toBe('processed')
  })

  test('takes the same number of statements to settle, whatever it contains', async () => {
    const statements = async (...packageIds: string[]) => {
      const buyer = aBuyer(store)
      for (const packageId of packageIds) await buyer.reserve(packageId)
      const { body } = await buyer.openPayment()
      await buyer.confirm(body)
      const before = store.database.statementCount()
      await buyer.recordOrder({ paymentId: body.paymentId })
      return store.database.statementCount() - before
    }

    expect(await statements(COUNTED, COUNTED, COUNTED)).toBe(await statements(COUNTED))
  })
})

const fileCounty = (order: { lines: { county: string }[] }) =>
  order.lines[0]?.county.toLowerCase().replace(/[^a-z0-9]+/g, '-')

describe('a delivery', () => {
  test('by two nodes at once makes one link and sends one email', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store), await aBackedPackage(store))

    await Promise.all([store, other, store, other].map((node) => deliverLeads(node.ctx, order.id as OrderId)))
    await store.runJobs()

    expect(await query('select from delivery_handovers where order_id = $1', [order.id])).toHaveLength(1)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toHaveLength(4)
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
  })

  test.each([
    ['the files were kept', 'delivery.keep_files'],
    ['the link was written', 'delivery.write_handover'],
    ['the leads were marked', 'leads.mark_delivered'],
  ])('that stops after %s resumes there and delivers once', async (_when, name) => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await expect(deliverLeads(stoppingAfter(name), order.id as OrderId)).rejects.toThrow('the worker was killed')

    await store.runJobs()

    expect(await query('select from delivery_handovers where order_id = $1', [order.id])).toHaveLength(1)
    expect(await query('select from delivery_files where order_id = $1', [order.id])).toHaveLength(2)
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('whose worker dies after sending the email is completed by the next worker, with no second email', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await deliverLeads(store.ctx, order.id as OrderId)
    const [{ message_id: messageId }] = (await query('select message_id from delivery_handovers where order_id = $1', [
      order.id,
    ])) as [{ message_id: string }]
    await expect(sendMessage(stoppingAfter('notifications.mark_sent'), messageId, composers)).rejects.toThrow('killed')
    const between = await deliveryRows(store, order.id)

    await store.runJobs()

    expect(between).toMatchObject([{ state: 'waiting', sent_at: null }])
    expect(await deliveryRows(store, order.id)).toMatchObject([{ state: 'sent' }])
    expect(await deliveryMailsTo(store, email)).toHaveLength(1)
    expect(await orderAt(order.token)).toMatchObject({ status: 'processed' })
  })

  test('whose job was lost is picked up by the timer', async () => {
    const { order, email } = await aSale(store, await aBackedPackage(store))
    await query(
      `select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key = 'delivery:' || $1))`,
      [order.id],
    )
    await runScheduled(store, 'watch-deliveries')
    await store.runJobs()
    const early = await deliveryMailsTo(store, email)

    store.clock.advance(minutes(6))
    await runScheduled(store, 'watch-deliveries')
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
    node: { ...store.ctx.node, messageBatches: null },
    database: { ...dying(database), transaction: (work) => database.transaction((tx) => work(dyingWithin(tx))) },
  }
}
