import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

/** Opens the reference. The page that it returns notes where requests went, and what the policy forbade. */
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

/** Whether something must be scrolled sideways. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const background = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test.each([
  { width: 1280, colorScheme: 'light', paper: 'rgb(255, 255, 255)' },
  { width: 1280, colorScheme: 'dark', paper: 'rgb(15, 15, 15)' },
  { width: 375, colorScheme: 'light', paper: 'rgb(255, 255, 255)' },
  { width: 375, colorScheme: 'dark', paper: 'rgb(15, 15, 15)' },
] as const)(
  'the reference works at $width px, $colorScheme, asks no one else for anything, and keeps to its policy',
  async ({ width, colorScheme, paper }) => {
    const page = await openPage(store, { viewport: { width, height: 800 }, colorScheme })
    const { requests, forbidden } = await openReference(page)

    await page.goto('/api#tag/claims')
    await page.getByRole('heading', { name: 'Make claims' }).waitFor()
    await page.getByRole('heading', { name: 'Make claims' }).scrollIntoViewIfNeeded()
    await page.getByText('curl --fail-with-body').first().waitFor()

    expect([...new Set(requests.map((url) => url.replace(/#.*/, '')))].toSorted()).toEqual([
      `${store.url}/api`,
      `${store.url}/api-reference.js`,
    ])
    expect(await forbidden()).toEqual([])
    expect(await overhang(page)).toBe(0)
    expect(await background(page)).toBe(paper)
  },
)

test('an example can be copied, and the client saved', async () => {
  const page = await openPage(store)
  await openReference(page)
  await page.goto('/api#tag/orders')
  const copy = page.getByRole('button', { name: 'Copy Shell code' }).first()

  await copy.hover()
  await copy.click()
  await page.getByRole('button', { name: /Search/ }).click()
  await page.keyboard.press('Control+V')
  await expect.poll(() => page.getByRole('combobox').inputValue()).toContain('/api/desk/orders')
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'store-client.ts' }).click()

  expect((await saved).suggestedFilename()).toBe('store-client.ts')
})
