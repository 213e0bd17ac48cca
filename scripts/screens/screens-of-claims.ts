/** The lines of screens.ts about bad leads: what is promised, how they are reported, and how claims are answered. */
import type { Locator, Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { at, claimable, DECIDED, RATES, REPORTED, TO_DECIDE, TOKEN, VIP, VIP_RATE } from './shown-claims.ts'
import { open, openCheckout, openTravis } from './steps.ts'
import { TEAM } from './team.ts'

async function openDelivery(page: Page, line: object): Promise<void> {
  const file = { format: 'csv', name: 'LY-7K3M9QXD-1-vip-travis.csv', bytes: 5_120 }
  const delivered = { ...VIP, lineNumber: 1, leads: 25, missing: 0, files: [file], note: null, isDownloaded: true }
  const delivery = { reference: 'LY-7K3M9QXD', emailHint: 'a•••@example.com', packages: [delivered] }
  await page.route(`**/api/deliveries/${TOKEN}`, (route) =>
    route.fulfill({ json: { ...delivery, deliveredAt: at(-30), expiresAt: at(28 * 24) } }),
  )
  await page.route(`**/api/deliveries/${TOKEN}/claims`, (route) => route.fulfill({ json: { packages: [line] } }))
  await open(page, `/delivery/${TOKEN}`, 'Your leads')
  await page.getByRole('region', { name: 'Claims' }).waitFor()
}

async function openReport(page: Page): Promise<Locator> {
  await openDelivery(page, claimable({}))
  await page.getByRole('button', { name: 'Report bad leads' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report bad leads' })
  await dialog.waitFor()
  return dialog
}

async function openClaims(page: Page, claims: readonly object[], rates: readonly object[] = RATES): Promise<void> {
  await page.route('**/api/admin/claims?*', (route) => route.fulfill({ json: claims }))
  await page.route('**/api/admin/claims/rates?*', (route) => route.fulfill({ json: { rates } }))
  await openAs(page, TEAM.ana, '/admin-enhanced/claims')
  await page.getByRole('heading', { name: 'How good the leads are' }).waitFor()
}

async function openSample(page: Page, tiers: readonly object[]): Promise<void> {
  await page.route('**/api/claim-rates', (route) => route.fulfill({ json: { tiers } }))
  await openTravis(page)
  await page.getByRole('button', { name: 'See a sample VIP lead' }).click()
  await page.getByRole('dialog', { name: 'A sample VIP lead' }).waitFor()
}

export const CLAIMS: readonly Screen[] = [
  {
    screen: 'leads',
    state: 'promise',
    shows: 'what is promised about the leads of a tier, and how many turned out bad',
    async show(page) {
      await openSample(page, [VIP_RATE])
      await page.getByText('were replaced or credited').scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'checkout',
    state: 'promise',
    shows: 'what is promised about bad leads, before paying',
    isTall: true,
    async show(page) {
      await openCheckout(page)
      await page.getByText('A bad lead?').waitFor()
    },
  },
  {
    screen: 'claims',
    state: 'offered',
    shows: 'until when bad leads can be reported',
    show: (page) => openDelivery(page, claimable({})),
  },
  { screen: 'claims', state: 'report', shows: 'the form that reports bad leads', isTall: true, show: openReport },
  {
    screen: 'claims',
    state: 'complaint',
    shows: 'a report that lacks a note and a file',
    isTall: true,
    async show(page) {
      const dialog = await openReport(page)
      await dialog.getByLabel('What is wrong?').selectOption('Not the owner')
      await dialog.getByRole('checkbox').first().check()
      await dialog.getByRole('button', { name: 'Report 1 lead' }).click()
      await dialog.getByText('Please attach a picture or a PDF').waitFor()
    },
  },
  {
    screen: 'claims',
    state: 'attached',
    shows: 'a report with a file, and the most leads that can be chosen',
    isTall: true,
    async show(page) {
      const file = { fileId: `clf_${'0'.repeat(22)}`, name: 'call-log.png', bytes: 240_000 }
      await page.route(`**/api/deliveries/${TOKEN}/1/claim-files?*`, (route) => route.fulfill({ json: file }))
      const dialog = await openReport(page)
      await dialog.getByLabel('What is wrong?').selectOption('Wrong or dead number')
      for (const index of [0, 1, 2, 3, 4]) await dialog.getByRole('checkbox').nth(index).check()
      await dialog.getByLabel('What did you find out?').fill('All five say “not in service”.')
      await dialog
        .getByLabel('A picture or PDF that shows what is wrong')
        .setInputFiles({ name: 'call-log.png', mimeType: 'image/png', buffer: Buffer.from('a picture') })
      await dialog.getByRole('button', { name: 'Remove call-log.png' }).waitFor()
    },
  },
  {
    screen: 'claims',
    state: 'reported',
    shows: 'a lead that was replaced, one that was credited, one that was not granted, and one that waits',
    isTall: true,
    async show(page) {
      await openDelivery(page, claimable({ left: 2, leads: REPORTED }))
      await page.getByText('Being checked').waitFor()
    },
  },
  {
    screen: 'claims',
    state: 'over',
    shows: 'the time to report is over',
    async show(page) {
      await openDelivery(page, claimable({ endsAt: at(-1), left: 4, leads: REPORTED.slice(0, 1) }))
      await page.getByText('The time to report bad leads is over.').waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'to-answer',
    shows: 'claims that wait for an answer, and how often leads are claimed',
    isTall: true,
    async show(page) {
      await openClaims(page, TO_DECIDE)
      await page.getByText('2 other buyers').waitFor()
      await page.getByText('County records', { exact: true }).waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'chosen',
    shows: 'claims are chosen to be answered together',
    async show(page) {
      await openClaims(page, TO_DECIDE)
      const table = page.getByRole('table', { name: 'Claims' })
      for (const index of [1, 2]) await table.getByRole('checkbox').nth(index).check()
      await page.getByRole('button', { name: 'Grant', exact: true }).waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'deny',
    shows: 'a claim is denied without a word to the buyer',
    async show(page) {
      await openClaims(page, TO_DECIDE)
      await page.getByRole('table', { name: 'Claims' }).getByRole('checkbox').nth(1).check()
      await page.getByRole('button', { name: 'Deny', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Deny 1 claim?' })
      await dialog.getByRole('button', { name: 'Deny 1 claim' }).click()
      await dialog.getByText('Tell the buyer why').waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'answered',
    shows: 'what was answered, by whom',
    isTall: true,
    async show(page) {
      await openClaims(page, DECIDED)
      await page.getByRole('radio', { name: 'Answered' }).check()
      await page.getByText('We reached the owner at this number.').waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'empty',
    shows: 'nothing was claimed or delivered yet',
    async show(page) {
      await openClaims(page, [], [])
      await page.getByText('No claims to answer').waitFor()
    },
  },
  {
    screen: 'admin-claims',
    state: 'error',
    shows: 'neither claims nor figures could be loaded',
    async show(page) {
      await page.route('**/api/admin/claims**', (route) => route.abort())
      await openAs(page, TEAM.ana, '/admin-enhanced/claims')
      await page.getByText('The claims could not be loaded').waitFor()
    },
  },
]
