/** A buyer downloads a delivery for two CRMs and reports bad leads; some are made good at once, others decided. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PDF, PNG } from '#testing/claims.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { mailAbout, mailedLink } from './support/mailed-links.ts'
import { buyAtOnce, packagesOf } from './support/shopping.ts'
import { download, press } from './support/steps.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const store = withSharedStore()
const { vip } = packagesOf('Bexar')
const { vip: next } = packagesOf('Brazoria')
/** Twenty, and five that the standard promotion adds. */
const LEADS = 25

async function saveFor(page: Page, tool: string): Promise<string> {
  await page.getByRole('button', { name: /^Other formats/ }).click()
  return (await download(page, page.getByRole('menuitem', { name: `Download for ${tool}` }))).name
}

test('at the desk, of five bad leads three are replaced at once, and an administrator decides two', async () => {
  const email = 'claims@example.com'
  await store.addLeads(vip.id, 28)
  const page = await openPage(store, {})
  const reference = await buyAtOnce(page, email, vip.id)
  await store.killPhones(reference, 3)
  await mailedLink(store, email, '/delivery/')
  await page.setViewportSize({ width: 375, height: 800 })
  await openDesk(page, store, email)
  await page.getByRole('link', { name: 'View leads' }).click()
  await page.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()
  expect(await saveFor(page, 'HubSpot')).not.toBe(await saveFor(page, 'Podio'))

  const leads = page.getByRole('list', { name: 'Leads of VIP Junior Package' })
  const lead = leads.locator('> li').first()
  await lead.getByRole('link').first().waitFor()
  await lead.getByRole('button', { name: 'Bad number' }).click()
  await page.getByRole('dialog', { name: 'Report a bad lead' }).getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await lead.getByRole('button', { name: 'Bad number', pressed: true }).waitFor()
  await page.getByLabel('Show').selectOption('Bad number')
  await expect.poll(() => leads.locator('> li').count()).toBe(1)
  await page.getByLabel('Show').selectOption('Not called yet')
  await expect.poll(() => leads.locator('> li').count()).toBe(LEADS - 1)
  await page.getByLabel('Show').selectOption(`All ${LEADS}`)
  await expectAccessibleAndFits(page, 'leads to read')
  await lead.getByRole('button', { name: 'Bad number' }).click()
  await lead.getByRole('button', { name: 'Bad number', pressed: false }).waitFor()
  await lead.getByRole('button', { name: 'Bad number' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('What is wrong?').inputValue()).toBe('wrong_number')
  await dialog.getByRole('checkbox').first().uncheck()
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await dialog.getByText('Choose at least one lead.').waitFor()
  await dialog.getByRole('button', { name: 'Add more leads to this report' }).click()
  await page.getByRole('dialog', { name: 'Report bad leads' }).waitFor()
  for (const index of [0, 1, 2, 3, 4]) await dialog.getByRole('checkbox').nth(index).check()
  await press(dialog, 'Report 5 leads')
  await dialog.getByText('Tell us what happened so we can review it.').waitFor()
  await dialog.getByLabel('Anything else?').fill('All say “not in service” <b>since March</b>.')
  const field = dialog.getByLabel('A picture or PDF that shows what is wrong')
  await field.setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer: PDF })
  await dialog.getByRole('button', { name: 'Remove deed.pdf' }).click()
  await field.setInputFiles({ name: 'call log.png', mimeType: 'image/png', buffer: PNG })
  await dialog.getByRole('button', { name: 'Remove call-log.png' }).waitFor()
  await expectAccessibleAndFits(page, 'the report')
  await dialog.getByRole('button', { name: 'Report 5 leads' }).click()
  await seeToast(page, 'Reported')
  await expect.poll(() => leads.getByText('Being checked').count()).toBe(2)
  expect(await leads.getByText('Replaced', { exact: true }).count()).toBe(3)
  await page.getByText('You reported all 5 leads that you could.').waitFor()
  await expectAccessibleAndFits(page, 'reported leads')

  const admin = await openPage(store)
  await admin.emulateMedia({ colorScheme: 'dark' })
  await openAs(admin, ADMIN, '/admin-enhanced/claims')
  const table = admin.getByRole('table', { name: 'Claims' })
  await table.getByText('“All say “not in service” <b>since March</b>.”').first().waitFor()
  await expectAccessibleAndFits(admin, 'claims to answer')
  await table
    .getByRole('cell', { name: /^Wrong or dead number/ })
    .first()
    .click()
  const picture = admin.getByRole('dialog').getByRole('button', { name: 'Save call-log.png' })
  expect((await download(admin, picture)).name).toBe('call-log.png')
  await admin.keyboard.press('Escape')
  await table.getByRole('checkbox').nth(1).check()
  await admin.getByRole('button', { name: 'Grant', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Grant 1 claim' }).click()
  await seeToast(admin, '1 paid as store credit')
  await table.getByRole('checkbox').nth(1).check()
  await admin.getByRole('button', { name: 'Deny', exact: true }).click()
  const denial = admin.getByRole('dialog')
  await denial.getByLabel('What you tell the buyer').fill('We reached the owner at this number.')
  await denial.getByRole('button', { name: 'Deny 1 claim' }).click()
  await seeToast(admin, '1 denied')
  await admin.getByText('No claims to answer').waitFor()
  await admin.getByRole('radio', { name: 'Answered' }).check()
  await expect.poll(() => table.getByRole('row').filter({ hasText: reference }).count()).toBe(5)

  await page.reload()
  await leads.getByText('We reached the owner at this number.').waitFor()
  await leads.getByText('$11.96 in store credit').waitFor()
  await page.getByText('Bad number? Report up to 1 more by').waitFor()
  const mails = (await store.mailbox(email)).filter(({ subject }) => subject.endsWith(`claim for order ${reference}`))
  expect(mails.map(({ text }) => text).join()).toContain('We reached the owner at this number.')

  await page.goto('/desk?tab=claims')
  const desk = page.getByRole('list', { name: 'Bad leads you reported' })
  await expect.poll(() => desk.getByRole('listitem').count()).toBe(5)
  await desk.getByText('We reached the owner at this number.').waitFor()
  await page.getByRole('tab', { name: 'Leads' }).click()
  await page.getByText('Report up to 1 lead by').waitFor()
  await page.getByRole('link', { name: /^View leads/ }).click()
  await page.getByText('Bad number? Report up to 1 more by').waitFor()
})

test('the next day, a bad lead is reported from the home page on a phone in at most 8 presses, without long scrolls', async () => {
  const email = 'next-day@example.com'
  const page = await openPage(store, { viewport: { width: 375, height: 760 } })
  await store.addLeads(next.id, 28)
  await buyAtOnce(page, email, next.id)
  await mailedLink(store, email, '/delivery/')

  let presses = 0
  let longest = 0
  const press = async (locator: ReturnType<Page['locator']>) => {
    const before = await page.evaluate(() => window.scrollY)
    await locator.click()
    longest = Math.max(longest, (await page.evaluate(() => window.scrollY)) - before)
    presses += 1
  }
  await page.goto('/')
  await press(page.getByRole('button', { name: 'Menu' }))
  await press(page.getByRole('banner').getByRole('link', { name: 'My orders' }))
  await press(page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type(email)
  await press(page.getByRole('button', { name: 'Email me a code' }))
  await page.getByLabel('Code').waitFor()
  await page.keyboard.type((await mailAbout(store, email, /is your code/)).subject.slice(0, 6))
  await press(page.getByRole('link', { name: 'View leads' }))
  const lead = page
    .getByRole('list', { name: `Leads of ${next.name}` })
    .locator('> li')
    .first()
  await press(lead.getByRole('button', { name: 'Bad number' }))
  const dialog = page.getByRole('dialog', { name: 'Report a bad lead' })
  await press(dialog.getByLabel('Disconnected'))
  await press(dialog.getByRole('button', { name: 'Report 1 lead' }))
  await seeToast(page, 'Reported')

  expect(presses).toBeLessThanOrEqual(8)
  expect(longest).toBeLessThanOrEqual(800)
})
