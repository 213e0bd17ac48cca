import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { buyAtOnce, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { card, openAs, seeToast } from './support/team.ts'

const EMAIL = 'ada@example.com'
const [RITA] = REPS

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 5)
})
afterAll(() => store.stop())

/** Calls the store like a program: outside the browser, without its cookies. */
async function callWith(key: string, path: string): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const reply = await fetch(`${store.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: reply.status, body: await reply.json() }
}

test('a buyer makes a key at the desk, a program lists the orders with it, and the buyer ends it', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 800 } })
  await buyAtOnce(page, EMAIL)
  await openDesk(page, store, EMAIL)

  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name of the key').fill('My CRM')
  await page.getByLabel('See and change webhooks, which can receive leads').check()
  await expectAccessibleAndFits(page, 'desk, making a key')
  await page.getByLabel('Name of the key').press('Enter')
  const key = (await page.getByText(/^ly_live_\w{22}_\w{49}$/).textContent()) ?? ''
  await expectAccessibleAndFits(page, 'desk, key shown once')
  const [entry] = (await callWith(key, '/api/desk/orders')).body
  expect(entry.order.lines).toHaveLength(1)
  expect((await callWith(key, '/api/desk/webhooks')).body).toEqual({ webhooks: [], hasFollowUpBoss: false })
  expect((await callWith(key, '/api/desk/keys')).body.code).toBe('key_not_accepted')

  await page.reload()
  const keys = card(page, 'API keys')
  await keys.getByText(/last used/).waitFor()
  expect(await page.getByText(key).count()).toBe(0)
  await keys.getByRole('button', { name: /^End the key My CRM/ }).click()
  await expectAccessibleAndFits(page, 'desk, ending a key', 'dialog')
  await page.getByRole('button', { name: 'End key' }).click()
  await seeToast(page, 'Key ended')
  await expect.poll(() => keys.getByText('My CRM').count()).toBe(0)
  expect(await callWith(key, '/api/desk/orders')).toMatchObject({ status: 401, body: { code: 'key_invalid' } })
})

test('a member makes a key after entering the password again', async () => {
  const page = await openPage(store, { expects: [/status of 403/] })
  await openAs(page, RITA, '/profile')
  const keys = card(page, 'API keys')

  await keys.getByRole('button', { name: 'Make a key' }).click()
  await keys.getByLabel('Name of the key').fill('Reports')
  await keys.getByRole('button', { name: 'Make key' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(RITA.password)
  await page.keyboard.press('Enter')
  const key = (await page.getByText(/^ly_live_\w{22}_\w{49}$/).textContent()) ?? ''
  await expectAccessibleAndFits(page, 'profile, key shown once')

  expect((await callWith(key, '/api/me')).body).toMatchObject({ email: RITA.email, role: 'sales' })
  expect((await callWith(key, '/api/admin/orders')).body.code).toBe('forbidden')
})
