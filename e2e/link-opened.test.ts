import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store
let rep: Member

beforeAll(async () => {
  store = await startStore()
  rep = await signInAs(store)
  await store.setStock(VIP_JUNIOR.id, 5)
})
afterAll(() => store.stop())

test('a link counts as opened once a customer does something on its page, not before', async () => {
  const sent = await sendLink(rep, { email: 'scanner@example.com', packageIds: [VIP_JUNIOR.id] })
  const invoice = () => rep.call<{ openedAt: string | null }>('GET', `/api/invoices/${sent.token}`)
  const reply = await fetch(`${store.url}/payment/${sent.token}`)
  await fetch(`${store.url}/api/payment-request/${sent.token}`)
  expect((await invoice()).openedAt).toBeNull()
  expect(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => reply.headers.get(name)),
    'what the page says about its secret address',
  ).toEqual(['no-store', 'no-referrer', 'noindex'])

  const page = await openPage(store)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  await page.goto(`/payment/${sent.token}`)
  const payNow = page.getByRole('button', { name: 'Pay now' })
  await payNow.waitFor()
  // What a scanner's browser does: it runs scripts, scrolls by them and presses what they find.
  await payNow.evaluate((button: HTMLElement) => {
    scrollTo(0, document.body.scrollHeight)
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
    button.click()
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(calls).toEqual([])
  const member = await openPage(store)
  await openAs(member, REPS[0], `/payment/${sent.token}`)
  const told = member.waitForResponse('**/opened')
  await moveToForm(member)
  await told
  expect((await invoice()).openedAt).toBeNull()

  // The pointer on its way to the button shows the form in its place.
  await moveToForm(page)
  await payButton(page).waitFor()

  await expect.poll(async () => (await invoice()).openedAt).not.toBeNull()
  expect(calls.filter((path) => path.endsWith('/opened'))).toHaveLength(1)
})
