import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { chooseTravis, packageRow, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { withStore } from './support/store.ts'

const BASTROP_VIP_JUNIOR = '48021-vacant-vip-20'
const PRICE = { leadType: 'vacant', tier: 'vip', size: 20 }
/** How often a county is read while its stream does not come. */
const POLL_MS = 15_000
const { openPage } = withBrowser()
const store = withStore()

beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, 40)
  await store.setStock(BASTROP_VIP_JUNIOR, 5)
  await store.setPrice({ ...PRICE, basePrice: 299 })
})

const search = (page: Page) => page.getByRole('combobox', { name: 'County, city or ZIP' })
const map = (page: Page, name: string) => page.getByRole('listbox', { name })
const table = (page: Page) => page.getByRole('region', { name: 'The map as a table' })

const seeStock = (page: Page, count: number) => packageRow(page).getByText(`${count} available`).waitFor()

async function seeTravis(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()
  await packageRow(page).waitFor()
  const address = new URL(page.url())
  expect(address.pathname).toBe('/leads')
  expect(Object.fromEntries(address.searchParams)).toMatchObject(TRAVIS)
}

test('a county is found by typing its name, a city or a ZIP code, and is remembered', async () => {
  const page = await openPage(store, { viewport: PHONE })
  for (const [typed, option] of [
    ['tra tx', /^Travis/],
    ['austin', 'Travis County, TX Austin, Pflugerville'],
    ['78704', 'Travis County, TX 78704 · Austin, Pflugerville'],
  ] as const) {
    await page.goto('/leads')
    await search(page).click()
    await search(page).pressSequentially(typed)
    await page.getByRole('option', { name: option, exact: true }).click()
    await seeTravis(page)
  }

  await page.goto('/leads')
  await search(page).fill('78613')
  await page.getByText('ZIP code 78613 is in 2 counties. Pick one:', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'search')
  await search(page).fill('00601')
  await page.getByText('We can’t find the ZIP code 00601. Check the digits, or type the city.').first().waitFor()
  await page.goto('/leads')
  await search(page).click()
  await page.getByRole('option', { name: /^Travis/ }).click()
  await seeTravis(page)
})

test('a county can be found by keyboard alone: slash, a few letters, Enter; and on the map with the arrow keys', async () => {
  const page = await openPage(store)
  await page.goto('/leads')
  await page.getByRole('heading', { name: 'Select Your Target Market' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('travis')
  await page.getByRole('option', { name: /^Travis/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await seeTravis(page)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Travis County, Texas')

  await page.goto('/leads?state=Texas&view=map')
  await map(page, 'Map of Texas').focus()
  await page.keyboard.press('ArrowDown')
  const active = await map(page, 'Map of Texas').getAttribute('aria-activedescendant')
  const name = await page.locator(`[id="${active}"]`).getAttribute('aria-label')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `${name?.split(',')[0]} County, Texas`, level: 2, exact: true }).waitFor()
})

test('a county can be found on the map, and in the table next to it, which shows the same figures', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await page.goto('/leads')
  await map(page, 'Map of the United States').getByRole('option', { name: 'Texas, leads in 2 of 254 counties' }).click()
  const travis = map(page, 'Map of Texas').getByRole('option', { name: 'Travis, 1 package to choose from' })
  await travis.waitFor()
  await page.getByText('Show as a table').click()
  await table(page).getByRole('button', { name: 'Packages to choose from' }).click()
  const rows = await table(page).getByRole('row').allTextContents()
  expect(rows.slice(1, 3)).toEqual(['Bastrop1', 'Travis1'])
  await table(page).getByRole('link', { name: 'Travis' }).click()
  await seeTravis(page)

  await page.goto('/leads?state=Texas&view=map')
  await travis.click()
  await seeTravis(page)
})

test('a tap on the map shows what is left there and leads to its prices', async () => {
  const page = await openPage(store, { viewport: PHONE, hasTouch: true })
  await page.goto('/leads?view=map')
  const texas = map(page, 'Map of the United States').getByRole('option', { name: /^Texas/ })
  await texas.waitFor()
  await expectAccessibleAndFits(page, 'map of states')
  await texas.tap()
  await page.getByRole('status').getByText('leads in 2 of 254 counties').waitFor()
  await page.getByRole('link', { name: 'See counties' }).tap()
  await map(page, 'Map of Texas')
    .getByRole('option', { name: /^Travis,/ })
    .tap()
  await page.getByRole('status').getByText('1 package to choose from').waitFor()
  await page.getByRole('link', { name: 'See prices' }).tap()

  await seeTravis(page)
  await page.goto('/leads?state=Maryland&view=map')
  await map(page, 'Map of Maryland').waitFor()
  await expectAccessibleAndFits(page, 'map of counties')
})

test('a county that is sold out offers its neighbors with stock, and one that never had stock says so', async () => {
  await store.setStock(VIP_JUNIOR.id, 0)
  const page = await openPage(store)
  await page.goto('/leads?state=Texas&county=Travis&type=vacant')

  await page.getByText('Everything in Travis is reserved, sold or not on sale yet.').waitFor()
  // What the map counts is at most 5 s old, so the offer may come a moment later.
  const offer = page.getByRole('region', { name: 'Nearby, in stock' }).getByRole('link', { name: /^Bastrop/ })
  await offer.click()

  await page.getByRole('heading', { name: 'Bastrop', level: 2 }).waitFor()
  expect(new URL(page.url()).searchParams.get('type')).toBe('vacant')

  await page.goto('/leads?state=Texas&county=Concho')
  await page.getByText('Concho: not on sale yet.').waitFor()
  await page.getByText(/Choose another county above, or ask us at \S+@\S+ for leads here\./).waitFor()
  expect(await page.getByText(/held or sold/).count()).toBe(0)
})

test('an address with a misspelled county keeps the state and suggests the right one, and other spellings lead there', async () => {
  const page = await openPage(store, { expects: [/status of 404/] })
  await page.goto('/leads?state=Texas&county=Travs&type=nonsense')
  await page.getByText('There is no county called “Travs” in Texas.').waitFor()
  expect(await page.getByLabel('State', { exact: true }).inputValue()).toBe('Texas')
  await page.getByRole('link', { name: 'Travis County, Texas' }).click()

  await seeTravis(page)
  await page.getByText('There is no lead type “nonsense”. You are seeing Vacant Houses instead.').waitFor()
  await page.goto('/leads?type=owner&state=TX&county=travis+County')
  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ ...TRAVIS, type: 'owner' })
})

test('a price and a stock count that change while the buyer watches are updated and announced', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  const row = packageRow(page)
  await row.getByText('40 available').waitFor()
  const live = page.waitForResponse((response) => response.url().includes('/api/live/'))
  await page.reload()
  await live
  await row.getByText('40 available').waitFor()

  await store.setPrice({ ...PRICE, basePrice: 279 })
  await row.getByText('$279').waitFor()
  await page.getByText('VIP Junior Package now costs $279, it was $299.').waitFor()

  await store.setStock(VIP_JUNIOR.id, 3)
  await row.getByText('3 available').waitFor()
  await page.getByText('VIP Junior Package: 3 left.').waitFor()
})

test('a page that was offline shows the current stock once it is back, read once', async () => {
  const page = await openPage(store, { expects: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/] })
  await page.clock.install()
  const stream = page.waitForRequest('**/api/live/**')
  await page.goto(`/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await seeStock(page, 40)
  await stream
  await store.setStock(VIP_JUNIOR.id, 8)
  await seeStock(page, 8)

  await page.context().setOffline(true)
  await store.setStock(VIP_JUNIOR.id, 4)
  await page.clock.runFor(POLL_MS)
  const read = page.waitForResponse('**/api/packages/**')
  await page.context().setOffline(false)
  await read
  await seeStock(page, 4)
  // A reading that failed without a connection may still be tried again.
  await page.clock.runFor(POLL_MS)

  let readings = 0
  page.on('request', (request) => {
    // The stream is another address.
    if (request.url().includes('/api/packages/')) readings += 1
  })
  await store.setStock(VIP_JUNIOR.id, 2)
  await seeStock(page, 2)
  await page.clock.runFor(2 * POLL_MS)
  expect(readings).toBe(0)
})
