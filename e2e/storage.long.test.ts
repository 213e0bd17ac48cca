import { beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, seeContact, seePanel, seeSuccess } from './support/cart-purchase.ts'
import { cartDialog, payByCard, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const STOCK = 9
const { openPage } = withBrowser()
const store = withSharedStore()

beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

function forbidStorage(): void {
  for (const kind of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, kind, {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

const NOT_REMEMBERED = 'Your browser won’t let us save what you type, so please keep this page open.'

test('without storage a buyer can browse, add, go back and pay, and a reload follows the store', async () => {
  const email = 'forbidden@example.com'
  const page = await openPage(store)
  await page.addInitScript(forbidStorage)
  await goToContact(page)
  await cartDialog(page).getByLabel('Full Name').fill('Ada')
  await cartDialog(page).getByText(NOT_REMEMBERED).waitFor()
  await goOnToPanel(page, email)
  await page.goBack()
  await seeContact(page)
  expect(await cartDialog(page).getByLabel('Email').inputValue()).toBe(email)
  await page.goForward()
  await seePanel(page)

  await page.reload()
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  await goOnToPanel(page, email)
  await payByCard(page)
  await seeSuccess(page)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
})

test('a stored cart that makes no sense is replaced by what the store holds', async () => {
  const page = await openPage(store)
  await goToContact(page)
  for (const stored of [
    '[null,{"id":3},{"id":"hold_1","packageInfo":7}]',
    '[{"id":"hold_x","packageId":"48453-vacant-vip-20","packageInfo":{"available":3}}]',
  ]) {
    await page.evaluate((text) => localStorage.setItem('cart-items', text), stored)
    await page.reload()
    await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()

    const items = () =>
      page.evaluate(() => localStorage.getItem('cart-items') ?? '').then((text) => JSON.parse(text || 'null'))
    // The stock next to it is from the moment of adding, which a cart read before the stock does not have.
    await expect
      .poll(items)
      .toMatchObject([{ packageInfo: { id: VIP_JUNIOR.id, price: 299, available: expect.any(Number) } }])
  }
})

test.each(['a visitor', 'the next visitor'])('%s finds nothing of another in the browser', async () => {
  const page = await openPage(store, { expects: [/status of 404/] })
  await page.goto('/robots.txt')
  const kept = () =>
    page.evaluate(async () => [
      document.cookie,
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()),
      ...(await caches.keys()),
    ])
  expect(await kept()).toEqual([''])

  await page.context().addCookies([{ name: 'left', value: '1', url: store.url }])
  await page.evaluate(async () => {
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    await caches.open('left')
    const database = Promise.withResolvers()
    const opening = indexedDB.open('left')
    opening.onsuccess = () => database.resolve(opening.result.close())
    await database.promise
  })
  expect(await kept()).toHaveLength(5)
})
