import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { buyAtOnce, chooseTravis, packageRow, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { see } from './support/steps.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const store = withStore({}, async (store) => {
  // Two packages of 20 with the 5 bonus leads of the standard offer, and not one lead more.
  await store.addLeads(VIP_JUNIOR.id, 50)
  await store.fingerprintLeads()
})

test('an owner opts a property out: hours later a watching buyer sees less stock, and the earlier buyer is told', async () => {
  const buyer = await openPage(store)
  const reference = await buyAtOnce(buyer, 'earlier@example.com')
  await expect.poll(async () => (await store.mailbox('earlier@example.com')).length, { timeout: 15_000 }).toBe(1)
  const sold = await store.leadsOf(reference)
  const watching = await openPage(store)
  await chooseTravis(watching)
  await packageRow(watching).getByText('1 available').waitFor()

  const owner = await openPage(store)
  // A page that answers already: a click during hydration is lost.
  await chooseTravis(owner)
  await owner.getByRole('contentinfo').getByRole('link', { name: 'Remove my property' }).click()
  await owner.getByRole('heading', { name: 'Remove my property', level: 1 }).waitFor()
  await owner.getByRole('button', { name: 'Remove my property' }).click()
  await owner.getByText('Enter the house number and street, e.g. 12 Oak Street.').waitFor()
  await expectAccessibleAndFits(owner, 'opt-out with complaints')
  const fill = async (street: string, email = '') => {
    await owner.getByLabel('Street address of the property').fill(street)
    await owner.getByLabel('City').fill('Austin')
    await owner.getByLabel('State').fill('TX')
    await owner.getByLabel('ZIP', { exact: true }).fill(zipOf(street))
    await owner.getByLabel('Email for a receipt').fill(email)
    await owner.getByRole('button', { name: 'Remove my property' }).click()
  }
  await fill(sold[0]?.address ?? '', 'owner@example.com')
  await owner.getByText('Done: we removed this property').waitFor()
  await expect.poll(async () => (await store.mailbox('owner@example.com')).length, { timeout: 15_000 }).toBe(1)
  const [receipt] = await store.mailbox('owner@example.com')
  expect(receipt?.subject).toBe('Your property is off our lists')

  // One of those that were left for the last package.
  const left = Array.from({ length: 50 }, (_, index) => `${1_000_000 + index} Elm St`).find(
    (street) => !sold.some((lead) => lead.address === street),
  )
  await owner.getByRole('button', { name: 'Remove another property' }).click()
  await fill(left ?? '')
  await owner.getByText('Done: we removed this property').waitFor()
  await expect.poll(() => store.stockOf()).toBe(1)

  await store.endWithdrawals()
  await packageRow(watching).getByText('1 available').waitFor({ state: 'detached' })
  await expect
    .poll(async () => (await store.mailbox('earlier@example.com')).map(({ subject }) => subject), { timeout: 15_000 })
    .toContain('Please remove a property from your leads')
  await expect.poll(() => store.stockOf()).toBe(0)
})

/** The ZIP that the made-up lead of a street has. */
const zipOf = (street: string): string => `78${String(Number.parseInt(street, 10) % 1_000).padStart(3, '0')}`

test('an administrator opens a lead with a reason, and switches back to counted stock', async () => {
  const page = await openPage(store, { viewport: PHONE, timeZone: 'America/Los_Angeles' })
  await openAs(page, ADMIN, `/admin-enhanced/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await page.getByRole('table', { name: 'Leads for sale', exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'leads')
  // The store's day, without an hour of the reader's.
  expect(await page.getByRole('table', { name: 'Leads for sale', exact: true }).textContent()).not.toMatch(/ [AP]M\b/)
  await page
    .getByRole('table', { name: 'Leads for sale', exact: true })
    .getByRole('button', { name: /^Lead / })
    .first()
    .click()
  await page.getByLabel(/^Reason/).fill('Its owner called.')
  await page.getByRole('dialog').getByRole('button', { name: 'Open the lead' }).click()
  await see(page.getByRole('dialog'), /Elm St, Austin/)
  await expectAccessibleAndFits(page, 'lead', 'dialog')
  const [, street = ''] = /(\d+ Elm St), Austin/.exec((await page.getByRole('dialog').textContent()) ?? '') ?? []
  await page.keyboard.press('Escape')

  // Its owner called: the results, the lead and its state update without another search.
  await page.getByRole('navigation', { name: 'Leads' }).getByRole('link', { name: 'Find' }).click()
  await page.getByLabel('Street address').fill(street)
  await page.getByLabel('ZIP', { exact: true }).fill(zipOf(street))
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const foundLeads = page.getByRole('table', { name: 'Leads found' })
  await foundLeads.getByRole('button', { name: /^Lead / }).click()
  await page.getByLabel(/^Reason/).fill('Its owner called again.')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Opt this property out…' }).click()
  await page.getByLabel(/^Reason/).fill('Its owner asked for it.')
  await page.keyboard.press('Enter')
  await see(page.getByRole('dialog'), /none left/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Opted out.*none left/)
  await page.keyboard.press('Escape')
  await foundLeads.getByText('Opted out').waitFor()
  await foundLeads.getByText(/^none left/).waitFor()

  await page.goto(`/admin-enhanced/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  const vacant = page.getByRole('listitem').filter({ hasText: 'Vacant Houses' })
  await vacant.getByRole('button', { name: 'Set stock by hand…' }).click()
  await page
    .getByRole('list', { name: 'Old and new numbers' })
    .or(page.getByText('No package’s number changes.'))
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Set by hand again' }).click()
  await seeToast(page, 'Stock is now set by hand')
  await vacant.getByRole('button', { name: 'Switch to leads…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use leads' }).click()
  await seeToast(page, 'Stock now comes from leads')

  await page.goto('/admin-enhanced/audit')
  await page.getByText('“Its owner called.”').first().waitFor()
})
