import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyBySms, textsTo } from '#testing/sms.ts'
import { createTestApp, HTTPS_STAGING, type TestApp } from '#testing/test-app.ts'
import { withStore } from '#testing/with-store.ts'
import type { MessageFailure } from './message-failures.ts'

const VIP = '48453-vacant-vip-20'

const store = withStore()
const failures: MessageFailure[] = []
beforeAll(async () => {
  await store.setStock(VIP, 900)
  store.ctx.node.failureListeners.push(async (_ctx, _tx, failure) => void failures.push(failure))
})

describe('the sandbox phone with a listening store', () => {
  let listening: TestApp
  beforeAll(async () => {
    listening = await createTestApp({ listen: true, env: { ...HTTPS_STAGING, PUBLIC_URL: 'https://shop.example.com' } })
    await listening.setStock(VIP, 100)
  })
  afterAll(() => listening.close())

  const stateOf = async (id: string) =>
    (await listening.testDatabase.pool.query('select * from messages where message_id = $1', [id])).rows[0]

  test('reports deliveries and passes on STOP like the real service', async () => {
    const number = '+15125550123'
    const { textId } = await buyBySms(listening, VIP, number)
    await listening.runJobs()
    await listening.phone.close()
    await listening.runJobs()

    const answered = await listening.app.server.inject({
      method: 'POST',
      url: '/sandbox/phone/replies',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ number, text: 'stop' }).toString(),
    })
    const second = await buyBySms(listening, VIP, number)
    await listening.runJobs()

    expect(await stateOf(textId)).toMatchObject({ state: 'sent', provider_state: 'delivered' })
    expect(answered).toMatchObject({ statusCode: 303, headers: { location: '/sandbox/phone?number=%2B15125550123' } })
    expect(await stateOf(second.textId)).toMatchObject({ state: 'stopped' })
    expect(await textsTo(listening, number)).toHaveLength(1)
  })

  test.each([
    ['+15125550199', 'failed', '21614'],
    ['+15125550196', 'stopped', 'STOP'],
    ['+15125550197', 'failed', 'landline'],
  ])('simulates trouble with the number %s', async (number, state, words) => {
    const { textId } = await buyBySms(listening, VIP, number)
    await listening.runJobs()
    await listening.phone.close()
    await listening.runJobs()

    expect(await stateOf(textId)).toMatchObject({ state, last_error: expect.stringContaining(words) })
  })
})
