/** Ending a request to be told when there are more, by its buyer or in time. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { RecipientRefused } from '#server/gateways/email/email-gateway.ts'
import { days, minutes } from '#server/platform/clock.ts'
import { Client } from '#testing/builders.ts'
import { aRestockRequest, askForRestock, confirmRestock, restockMails, secretIn, toldNow } from '#testing/restocks.ts'
import { forgetEverythingOld } from '#testing/scheduled-jobs.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

const OUT = '48453-vacant-vip-20'
const OTHER = '48453-vacant-vip-30'
const EMAIL = 'rita@example.com'

let store: TestApp
beforeEach(async () => {
  await store?.close()
  store = await createTestApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => store.close())

const requests = async () =>
  (await store.testDatabase.pool.query('select * from restock_requests order by asked_at')).rows
const recipients = async () =>
  (await store.testDatabase.pool.query('select sent_to from messages where sent_to is not null')).rows

describe('ending', () => {
  test('takes one click in the email’s page, forgets the address, and ends the link', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    await store.setStock(OUT, 5)
    await toldNow(store)
    const [mail] = await restockMails(store, EMAIL)
    const end = () => new Client(store).call('POST', '/api/restock-requests/end', { secret: secretIn(mail, 'end') })

    expect(await end()).toMatchObject({ status: 200, body: { packageId: OUT, county: 'Travis' } })

    expect(await end()).toMatchObject({ status: 410, body: { code: 'restock_link_ended' } })
    expect(await requests()).toEqual([])
    expect(await recipients()).toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])(
    'works with the button of a mail program that sends %s; opening its address ends nothing',
    async (type, payload) => {
      await aRestockRequest(store, OUT, EMAIL)
      const [mail] = await restockMails(store, EMAIL)
      const path = new URL(mail?.unsubscribeUrl ?? '').pathname
      const press = () =>
        store.app.server.inject({ method: 'POST', url: path, payload, headers: { 'content-type': type } })

      const looked = await store.app.server.inject({ method: 'GET', url: path })
      expect(looked.statusCode).toBe(303)
      expect(looked.headers.location).toBe(`/desk#end=${secretIn(mail, 'end')}`)
      expect(await requests()).toHaveLength(1)

      expect((await press()).statusCode).toBe(200)
      expect((await press()).statusCode).toBe(200)
      expect(await requests()).toEqual([])
    },
  )

  test('with a wrong secret, or with the one that confirms, ends nothing', async () => {
    await askForRestock(new Client(store), OUT, EMAIL)
    const [mail] = await restockMails(store, EMAIL)
    const secret = secretIn(mail, 'confirm')

    expect((await new Client(store).call('POST', '/api/restock-requests/end', { secret })).status).toBe(410)
    expect((await new Client(store).call('POST', `/api/restock-requests/${secret}/end`)).status).toBe(200)
    expect((await confirmRestock(new Client(store), secretIn(mail, 'end'))).body.code).toBe('restock_link_ended')

    expect(await requests()).toMatchObject([{ confirmed_at: null }])
  })

  test('happens by itself if the mail server refuses the address, and needs no person', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    await store.setStock(OUT, 5)
    await store.runTimers()
    store.app.shared.gateways.email.send = async () => {
      throw new RecipientRefused('The mail server did not take the mail (550).')
    }
    await store.runJobs()

    expect(await requests()).toEqual([])
    const { rows } = await store.testDatabase.pool.query(
      `select state, sent_to, dismissed_at from messages where kind = 'back_in_stock'`,
    )
    expect(rows).toEqual([{ state: 'failed', sent_to: null, dismissed_at: expect.any(Date) }])
  })
})

describe('in time', () => {
  test('an unconfirmed request is forgotten after two days and its link ends; a standing one after a year', async () => {
    await askForRestock(new Client(store), OUT, EMAIL)
    const [mail] = await restockMails(store, EMAIL)
    await aRestockRequest(store, OTHER, EMAIL)
    store.clock.advance(days(2) + 1)

    expect((await confirmRestock(new Client(store), secretIn(mail, 'confirm'))).body.code).toBe('restock_link_ended')
    await forgetEverythingOld(store)
    expect(await requests()).toMatchObject([{ package_id: OTHER }])

    store.clock.advance(days(364))
    await forgetEverythingOld(store)
    expect(await requests()).toEqual([])
    expect(await recipients()).toEqual([])
    expect((await store.testDatabase.pool.query('select * from restock_watches')).rows).toEqual([])
  })

  test('a request whose time is over, but which is not forgotten yet, starts anew at the end of the line', async () => {
    await aRestockRequest(store, OUT, EMAIL)
    store.clock.advance(days(365) - minutes(1))
    await aRestockRequest(store, OUT, 'second@example.com')
    store.clock.advance(minutes(1))

    await aRestockRequest(store, OUT, EMAIL)
    await store.setStock(OUT, 5)

    expect(await toldNow(store)).toEqual(['second@example.com', EMAIL])
  })
})
