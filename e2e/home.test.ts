import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { anOffer } from '#testing/offers.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { memberOf } from './support/members.ts'
import { download, hasFocus } from './support/steps.ts'
import { ADMIN, withSharedStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withSharedStore()
const sample = (page: Page) => page.getByRole('region', { name: 'See a lead before you buy one' })

test('the home page shows today’s prices, and both buy links lead to the packages', async () => {
  await store.setPrice({ leadType: 'landlord', tier: 'standard', size: 100, basePrice: 331.5 })
  const page = await openPage(store)

  await page.goto('/')
  await page.getByLabel('Prices per package for').selectOption('Distant/Tired Landlords')
  await page.getByRole('cell', { name: '$331.50' }).waitFor()
  for (const name of ['Browse Lead Packages', 'Start Buying Leads Today']) {
    await page.getByRole('main').getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Call owners in your county' }).waitFor()
  }

  const group = page.getByRole('main').getByRole('link', { name: 'Join VIP Buyers Group' }).first()
  expect(await group.getAttribute('href')).toBe('https://example.com/vip-buyers')
  expect(await group.getAttribute('target')).toBe('_blank')
})

test('the green button takes the first match of what was typed, and does nothing where there is none', async () => {
  const page = await openPage(store)
  const browse = page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' })
  const field = page.getByRole('combobox', { name: 'County, city or ZIP' })
  await page.goto('/')
  await field.fill('78704')
  await page.getByRole('option', { name: /^Travis County, TX/ }).waitFor()
  await browse.click()
  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()

  await page.goto('/')
  await field.fill('no such place at all')
  await page.getByText('We couldn’t find that place.').first().waitFor()
  await browse.click()
  await page.getByText('We couldn’t find that place.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await field.fill('leads near me')
  await page.getByRole('option', { name: /^Use my location/ }).waitFor()
})

test('the home page shows prices after offers, and its text about them stays true', async () => {
  const admin = memberOf(store, ADMIN)
  const page = await openPage(store)
  await page.goto('/')
  const vip = page.getByRole('table', { name: /^Prices in dollars/ }).getByRole('row', { name: 'VIP' })
  await vip.getByText('$299').waitFor()
  await page.getByText('larger packages cost less per lead').waitFor()
  await page.getByText('Today’s prices in Travis County.').waitFor()

  const one = { leadTypes: ['vacant'], tiers: ['vip'], sizes: [20], states: ['Texas'] }
  const offer = anOffer({
    name: 'Small Texas',
    value: 80,
    isCombinable: false,
    ...one,
    attemptId: 'attempt-small-texas',
  })
  const { id } = await admin.call<{ id: string }>('POST', '/api/admin/offers', offer)
  onTestFinished(async () => {
    await admin.call('DELETE', `/api/admin/offers/${id}`)
  })
  await page.reload()

  await vip.getByRole('cell', { name: '$59.80 was $299' }).waitFor()
  await page.getByText('You know what a lead costs before you buy it.').waitFor()
  await page.getByText('$2.99').waitFor()
})

test('on a phone the menu works by keyboard: it opens, Escape returns the focus, a link closes it', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const browse = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Lead Packages' })

  await menu.press('Enter')
  await browse.waitFor()
  await page.keyboard.press('Escape')
  await browse.waitFor({ state: 'hidden' })
  expect(await hasFocus(menu)).toBe(true)

  await menu.press('Enter')
  await browse.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()
  await browse.waitFor({ state: 'hidden' })
})

test('the home page shows a lead with the columns of the file that it offers, and what is promised', async () => {
  const page = await openPage(store)
  await page.goto('/')
  await page.getByRole('link', { name: 'See a sample lead' }).click()
  await sample(page).getByText('Sample: invented people').waitFor()

  const { name, bytes } = await download(page, sample(page).getByRole('link', { name: 'Download CSV' }))
  const [header = [], ...rows] = csvRows(bytes)

  expect(name).toBe('sample-leads.csv')
  expect(await page.getByRole('figure').locator('dt').allTextContents()).toEqual(header)
  expect(rows).toHaveLength(3)
  await page.getByText('What we promise, in detail').click()
  const reasons = page.getByRole('region', { name: 'Why choose us' })
  await reasons.getByText('3-9 days old, sold to 3 buyers at most').waitFor()
  await reasons.getByText('Within 24 hours of payment').waitFor()
  await reasons.getByText('10% of what you paid for the package, as store credit').waitFor()
  await reasons.getByText('Report it within 14 days, up to 20% of a package').waitFor()
})

test('each tier of a county opens a sample of its own by keyboard, which fits and is accessible', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await page.goto('/leads?state=Texas&county=Travis')
  await page.getByRole('tab', { name: 'Owner Occupied' }).click()

  for (const [tier, age, buyers] of [
    ['VIP', '0-2 days', 'Yours alone for a year'],
    ['Standard', '30-60 days', 'Never more than 10 in total'],
  ] as const) {
    const link = page.getByRole('button', { name: `See a sample ${tier} lead` })
    await link.press('Enter')
    const dialog = page.getByRole('dialog', { name: `A sample ${tier} lead` })
    await dialog.getByText('Dario Quintana').first().waitFor()
    await dialog.getByText(age, { exact: true }).waitFor()
    await dialog.getByText(buyers).waitFor()
    if (tier === 'VIP') await expectAccessibleAndFits(page, 'a sample lead', 'dialog')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await hasFocus(link)).toBe(true)
  }
})
