import { describe, expect, test } from 'vitest'
import { buyBySms, textsTo } from '#testing/sms.ts'
import { HTTPS_STAGING } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'

const VIP = '48453-vacant-vip-20'
const env = { ...HTTPS_STAGING, PUBLIC_URL: 'https://shop.example.com' }
const store = withStore({ listen: true, env }, (opened) => opened.setStock(VIP, 100))

describe('the sandbox phone with a listening store', () => {
  const stateOf = async (id: string) =>
    (await store.testDatabase.pool.query('select * from messages where message_id = $1', [id])).rows[0]

  test('reports deliveries and passes on STOP like the real service', async () => {
    const number = '+15125550123'
    const { textId } = await buyBySms(store, VIP, number)
    await store.runJobs()
    await store.phone.close()
    await store.runJobs()

    const answered = await store.app.server.inject({
      method: 'POST',
      url: '/sandbox/phone/replies',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ number, text: 'stop' }).toString(),
    })
    const second = await buyBySms(store, VIP, number)
    await store.runJobs()

    expect(await stateOf(textId)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
    expect(answered).toMatchObject({ statusCode: 303, headers: { location: '/sandbox/phone?number=%2B15125550123' } })
    expect(await stateOf(second.textId)).toMatchObject({ state: 'stopped' })
    expect(await textsTo(store, number)).toHaveLength(1)
  })

  test.each([
    ['+15125550199', 'failed', '21614'],
    ['+15125550196', 'stopped', 'STOP'],
    ['+15125550197', 'failed', 'landline'],
  ])('simulates trouble with the number %s', async (number, state, words) => {
    const { textId } = await buyBySms(store, VIP, number)
    await store.runJobs()
    await store.phone.close()
    await store.runJobs()
    expect(await stateOf(textId)).toMatchObject({ state, last_error: expect.stringContaining(words) })
  })
})
