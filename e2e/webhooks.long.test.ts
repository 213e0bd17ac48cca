import { afterAll, expect, test } from 'vitest'
import { followUpBossEnv, openFollowUpBoss } from '#testing/follow-up-boss/follow-up-boss.ts'
import { isSignedBy, openReceiver } from '#testing/webhook-receiver.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const EMAIL = 'hank@example.com'
const { openPage } = withBrowser()
const boss = await openFollowUpBoss()
const receiver = await openReceiver()
afterAll(() => Promise.all([receiver.close(), boss.close()]))
const store = withStore(followUpBossEnv(boss.url), (store) => store.setStock(VIP_JUNIOR.id, 5))

test('a buyer adds a webhook, gets its secret once, sees a test arrive, removes it, and connects Follow Up Boss', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await buyAtOnce(page, EMAIL)
  await openDesk(page, store, EMAIL)
  await page.getByRole('tab', { name: 'Settings' }).click()

  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Each lead with its data').check()
  await page.getByText('Sends names, addresses and phone numbers').waitFor()
  await page.getByLabel('Endpoint URL').fill(receiver.url)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await expectAccessibleAndFits(page, 'desk, webhook secret')
  await page.getByRole('button', { name: 'I have it' }).click()

  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('Status 204').waitFor()
  await expectAccessibleAndFits(page, 'desk, webhook log')
  const [call] = receiver.calls
  expect(call?.type).toBe('webhook.test')
  expect(call && isSignedBy(secret, call)).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Show log' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.calls.length).toBe(2)
  expect(receiver.calls[1]?.id).toBe(call?.id)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove webhook' }).click()
  await expect.poll(() => page.getByText(receiver.url).count()).toBe(0)

  await boss.set({ apiKey: 'fka_the_right_key' })
  await page.getByRole('button', { name: 'Connect Follow Up Boss' }).click()
  await page.getByLabel('API key of Follow Up Boss').fill('fka_another_key')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const connection = page.getByRole('article', { name: 'Follow Up Boss' })
  await connection.getByRole('button', { name: 'Send test' }).click()
  await connection.getByText('Status 401').waitFor()
  await page.reload()
  await connection.getByText('Off: the API key is wrong').waitFor()
  await connection.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('API key of Follow Up Boss').fill('fka_the_right_key')
  await page.getByRole('button', { name: 'Save key' }).click()
  await connection.getByRole('button', { name: 'Show log' }).click()
  await connection.getByText('Status 200').waitFor()
  await expectAccessibleAndFits(page, 'desk, Follow Up Boss connected')
})

test('an administrator adds a webhook of the store and hears of a paid order', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openAs(page, ADMIN, '/admin-enhanced/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByLabel('Endpoint URL').fill(`${receiver.url}/store`)
  await page.getByLabel('Stock is low').check()
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const secret = (await page.getByText(/^whsec_/).textContent()) ?? ''
  await page.getByRole('button', { name: 'I have it' }).click()
  receiver.calls.length = 0

  const buyer = await openPage(store)
  const reference = await buyAtOnce(buyer, 'paula@example.com')
  await expect.poll(() => receiver.calls.map(({ type }) => type)).toEqual(['order.paid'])
  const [call] = receiver.calls
  expect(call?.data.order_reference).toBe(reference)
  expect(call && isSignedBy(secret, call)).toBe(true)
  await page.getByRole('button', { name: 'Show log' }).click()
  await page.getByText('Status 204').waitFor()
})
