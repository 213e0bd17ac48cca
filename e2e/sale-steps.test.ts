import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { memberOf, sendLink } from './support/members.ts'
import { PREMIER_INVESTOR, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, withStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const MARKET = `state=${TRAVIS.state}&county=${TRAVIS.county}`
const store = withStore({}, async (store) => {
  await store.setStocks(20)
  const sale = { name: 'Garland Desmond', email: 'garland@example.com', packageIds: [VIP_JUNIOR.id] }
  await sendLink(memberOf(store, RITA), sale)
})

const steps = (page: Page) => page.getByRole('navigation', { name: 'Steps of the sale' })
const row = (page: Page, name: string) => page.getByRole('row', { name })
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function seeStep(page: Page, name: string): Promise<void> {
  await region(page, name).waitFor()
  await page.locator('*:focus').first().waitFor()
}

test('keys lead through the steps of one sale, which keeps its caller and its total, and never lose the focus', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, `?${MARKET}`)
  await page.getByRole('combobox', { name: 'Find the caller' }).fill('garland')
  await page.getByRole('option', { name: /Garland Desmond/ }).click()
  await cell(page, 'VIP Junior').and(page.locator('*:focus')).waitFor()

  await region(page, 'Caller').getByText('Garland Desmond').waitFor()
  await page.keyboard.press('n')
  await seeStep(page, 'Browse Packages')
  await page.getByRole('button', { name: 'Add to Cart - Email' }).click()
  await page.getByRole('form', { name: 'Invoice' }).getByText('VIP 20').waitFor()
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).waitFor()
  await page.keyboard.press('n')
  await seeStep(page, 'Sales Cart')
  await row(page, 'VIP Exclusive').waitFor()
  await page.getByText('Garland Desmond').first().waitFor()
  await page.keyboard.press('n')
  await seeStep(page, 'Generate Invoice')
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Garland Desmond')
  await page.keyboard.press('p')
  await seeStep(page, 'Sales Cart')
  await page.getByRole('button', { name: /^Remove VIP/ }).click()
  await page.getByText('Your cart is empty', { exact: true }).waitFor()
  await seeStep(page, 'Sales Cart')
  await page.getByRole('link', { name: 'Browse Packages' }).click()
  await seeStep(page, 'Browse Packages')
})

test('a sale with lines by email and by SMS is mixed, and a choice there changes them all', async () => {
  const sven = memberOf(store, SVEN)
  for (const [{ id: packageId }, deliveryMethod] of [
    [VIP_JUNIOR, 'email'],
    [PREMIER_INVESTOR, 'sms'],
  ] as const) {
    const { holdId } = await sven.call<{ holdId: string }>('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
    await sven.call('POST', '/api/cart', { packageId, deliveryMethod, holdId })
  }
  const deliveries = async () => {
    const { lines } = await sven.call<{ lines: { deliveryMethod: string }[] }>('GET', '/api/cart')
    return lines.map((line) => line.deliveryMethod).sort()
  }
  expect(await deliveries()).toEqual(['email', 'sms'])
  const page = await openPage(store)
  await openDashboard(page, SVEN, `?${MARKET}`)

  await page.getByText('Mixed', { exact: true }).waitFor()
  const delivery = page.getByRole('group', { name: /^Delivery of this sale/ })
  expect(await delivery.getByRole('radio', { checked: true }).count()).toBe(0)
  await delivery.getByRole('radio', { name: 'SMS' }).check()

  await page.getByText('Mixed', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(deliveries).toEqual(['sms', 'sms'])
  expect(await delivery.getByRole('radio', { name: 'SMS' }).isChecked()).toBe(true)
})

test('on a phone each step has the total and the way to Send, and fits', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 760 }, hasTouch: true })
  await openDashboard(page, SVEN, `?tab=packages&${MARKET}`)
  const sale = region(page, 'The sale')

  for (const [name, part] of [
    ['Market Selection', page.getByLabel('Lead Type')],
    ['Browse Packages', cell(page, 'VIP Junior')],
    ['Sales Cart', row(page, 'VIP Exclusive')],
  ] as const) {
    await steps(page).getByRole('link', { name }).tap()
    await seeStep(page, name)
    await part.waitFor()
    await sale.getByText('2 packages').waitFor()
  }
  await sale.getByRole('button', { name: 'Review' }).tap()
  await seeStep(page, 'Generate Invoice')
  await page.getByText('Still needed: full name, email.').waitFor()
  await page.getByLabel('Full Name').fill('Pat Doe')
  await page.getByLabel('Email').fill('pat@example.com')
  await steps(page).getByRole('link', { name: 'Browse Packages' }).tap()
  await sale.getByRole('button', { name: 'Review' }).tap()
  await page.getByText('Change', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'an invoice in short')
  await page.getByText('Change', { exact: true }).tap()
  await page.getByLabel('Full Name').waitFor()
})
