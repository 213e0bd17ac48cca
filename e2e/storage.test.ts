import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, seeContact, seePanel, seeSuccess } from './support/cart-purchase.ts'
import { CARDS, cartDialog, fillCard, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const STOCK = 9

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

/** A browser that lets no page near its storage. */
function forbidStorage(): void {
  for (const kind of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, kind, {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

/** A browser whose disk is full; what was stored before can be read, and is nonsense. */
function fillStorage(): void {
  localStorage.setItem('cart-items', '{broken')
  localStorage.setItem('checkout-contact', '[7]')
  localStorage.setItem('cart-agreed-prices', '[1,"x"]')
  localStorage.setItem('last-order', '{"packageId":7}')
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

const NOT_REMEMBERED = 'Your browser won’t let us save what you type, so please keep this page open.'

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function expectBought(page: Page, email: string): Promise<void> {
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await seeSuccess(page)
  await expect.poll(() => store.mailbox(email), { timeout: 15_000 }).toHaveLength(1)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)
}

test.each([
  ['forbidden', forbidStorage],
  ['full', fillStorage],
])(
  'if storage is %s, a buyer can browse, add, go back and pay, and a reload follows the store',
  async (kind, spoil) => {
    const email = `${kind}@example.com`
    const page = await openPage(store)
    await page.addInitScript(spoil)
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
    await expectBought(page, email)
  },
)

test.each([
  ['nonsense', '{broken'],
  ['another shape', '[null,{"id":3},{"id":"hold_1","packageInfo":7}]'],
  [
    'a package that was never held',
    '[{"id":"hold_x","packageId":"48453-vacant-vip-20","packageInfo":{"available":3}}]',
  ],
])('a stored cart with %s is replaced by what the store holds', async (_name, stored) => {
  const page = await openPage(store)
  await goToContact(page)

  await page.evaluate((text) => localStorage.setItem('cart-items', text), stored)
  await page.reload()
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()

  const items = () => page.evaluate(() => localStorage.getItem('cart-items') ?? '').then(readJson)
  // The stock next to it is from the moment of adding, which a cart read before the stock does not have.
  await expect
    .poll(items)
    .toMatchObject([{ packageInfo: { id: VIP_JUNIOR.id, price: 299, available: expect.any(Number) } }])
})

/** Everything that a page can keep in a browser. */
async function keptBy(page: Page): Promise<unknown> {
  await page.goto('/robots.txt')
  return page.evaluate(async () => ({
    cookies: document.cookie,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }))
}

test('what a visitor leaves in the browser stays until the end of the test', async () => {
  const page = await openPage(store, { expects: [/status of 404/] })
  await page.goto('/robots.txt')
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

  expect(await keptBy(page)).toEqual({
    cookies: 'left=1',
    local: ['left'],
    session: ['left'],
    databases: [{ name: 'left', version: 1 }],
    caches: ['left'],
  })
})

test('the next visitor finds nothing in the browser', async () => {
  const page = await openPage(store, { expects: [/status of 404/] })

  const kept = await keptBy(page)

  expect(kept).toEqual({ cookies: '', local: [], session: [], databases: [], caches: [] })
})
