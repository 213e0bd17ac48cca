import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore()

async function openReference(page: Page): Promise<{ requests: string[]; forbidden: () => Promise<string[]> }> {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { forbidden: found })
    window.addEventListener('securitypolicyviolation', (event) =>
      found.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  // A script of 5 MB, in a browser that does not optimize what it runs.
  page.setDefaultTimeout(60_000)
  await page.goto('/api')
  await page.getByRole('heading', { name: 'Leadyard API' }).waitFor()
  return { requests, forbidden: () => page.evaluate(() => Reflect.get(window, 'forbidden')) }
}

test('the reference asks no one else for anything and keeps to its policy; examples can be copied, and the document opened', async () => {
  const page = await openPage(store, { colorScheme: 'dark' })
  const { requests, forbidden } = await openReference(page)
  await page.goto('/api#tag/orders')
  const copy = page.getByRole('button', { name: 'Copy cURL code' }).first()
  await copy.hover()
  await copy.click()
  await page.getByRole('button', { name: /Search/ }).click()
  await page.keyboard.press('Control+V')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toContain('/api/order-credits/')
  await page.keyboard.press('Escape')
  expect([...new Set(requests.map((url) => url.replace(/#.*/, '')))].toSorted()).toEqual([
    `${store.url}/api`,
    `${store.url}/api-reference.js`,
  ])
  expect(await forbidden()).toEqual([])
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(15, 15, 15)')

  await page.getByRole('link', { name: 'openapi.json' }).first().click()
  await page.waitForURL('**/api/openapi.json')
})
