/** The lines of screens.ts about lead files on the administrators' screens. */
import type { Locator, Page } from 'playwright-core'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { makeLeadFile } from '#testing/make-lead-file.ts'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { TEAM } from './team.ts'

const IMPORT = '**/api/admin/lead-imports/lim_*'

export const LEAD_FILES: readonly Screen[] = [
  {
    screen: 'lead-files',
    state: 'start',
    shows: 'the place for a file and its source, and past imports',
    async show(page) {
      await openPage(page)
      await page.getByText('No lead files yet').or(page.getByText('Checked, not applied')).first().waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'sending',
    shows: 'a large file on its way',
    async show(page) {
      await page.route(`${IMPORT}/parts/*`, () => {})
      await choose(page, 'Sending')
      await drawer(page)
        .getByText(/ 0% sent\./)
        .waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'interrupted',
    shows: 'the connection broke while the file was sent',
    async show(page) {
      await page.route(`${IMPORT}/parts/*`, (route) => route.abort('connectionreset'))
      await choose(page, 'Interrupted')
      await drawer(page).getByText('The upload was cut off').waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'columns',
    shows: 'what each column is likely to be, with what stands in it',
    async show(page) {
      await choose(page, 'Columns')
      await drawer(page).getByRole('button', { name: 'Check the file' }).waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'unreadable',
    shows: 'a file that is no list of leads',
    async show(page) {
      await choose(page, 'Unreadable', 'Address;City;Zip\r\n12 Main St;Austin;78701')
      await drawer(page).getByText('This file cannot be read').waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'reading',
    shows: 'the file is being checked',
    async show(page) {
      await check(page, 'Reading')
      await answerWith(page, { state: 'reading', bytesReceived: 68_000_000, bytesRead: 41_000_000, rowsRead: 603_000 })
      await page.reload()
      await drawer(page).getByText('603,000 rows read.').waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'ready',
    shows: 'what the file would bring, and which rows are refused, before anything is for sale',
    async show(page) {
      await check(page, 'Ready')
    },
  },
  {
    screen: 'lead-files',
    state: 'rows',
    shows: 'the first rows as the leads that they would be',
    async show(page) {
      await check(page, 'Rows')
      await drawer(page).getByRole('button', { name: 'Show the first rows' }).click()
      await drawer(page).getByRole('button', { name: 'Hide them' }).scrollIntoViewIfNeeded()
    },
  },
  {
    screen: 'lead-files',
    state: 'confirm',
    shows: 'the question before leads are on sale',
    async show(page) {
      await check(page, 'Confirm')
      await drawer(page)
        .getByRole('button', { name: /^Put .* on sale$/ })
        .click()
      await page.getByText('Buyers see the new stock county by county').waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'applying',
    shows: 'leads go on sale, part by part',
    async show(page) {
      await check(page, 'Applying')
      await answerWith(page, { state: 'applying', rowsDone: 420_000, rowsToApply: 965_386 })
      await page.reload()
      await drawer(page).getByText('420,000 of 965,386 rows applied.').waitFor()
    },
  },
  {
    screen: 'lead-files',
    state: 'applied',
    shows: 'the result, and the way back',
    async show(page) {
      await check(page, 'Applied')
      await answerWith(page, {
        state: 'applied',
        outcome: { newLeads: 965_386, merged: 1_204, displaced: 17, skipped: 3, kept: 0 },
        appliedBy: TEAM.ana.username,
        appliedAt: '2026-11-22T10:00:00.000Z',
      })
      await page.reload()
      await drawer(page).getByText('965,386 new leads on sale').waitFor()
    },
  },
]

const drawer = (page: Page): Locator => page.getByRole('dialog').first()

async function openPage(page: Page): Promise<void> {
  await openAs(page, TEAM.ana, '/admin-enhanced/lead-files')
  await page.getByRole('heading', { name: 'Upload a lead file' }).waitFor()
}

/** The same file can be imported only once, so each picture uploads another. */
function fileOf(source: string): string {
  const maker = makeLeadFile({
    rows: 400,
    seed: [...source].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
    today: storeDayOf(new Date(), USUAL_STORE_ZONE),
    counties: [
      { fips: '48453', state: 'Texas', name: 'Travis' },
      { fips: '48209', state: 'Texas', name: 'Hays' },
    ],
    hasDefects: true,
  })
  return [...maker].join('')
}

async function choose(page: Page, source: string, text = fileOf(source)): Promise<void> {
  await openPage(page)
  await page
    .getByRole('textbox', { name: 'Source' })
    .or(page.getByRole('combobox', { name: 'Source' }))
    .fill(source)
  const file = { name: 'leads.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('Lead file', { exact: true }).setInputFiles(file)
}

async function check(page: Page, source: string): Promise<void> {
  await choose(page, source)
  await drawer(page).getByRole('button', { name: 'Check the file' }).click()
  await drawer(page)
    .getByRole('button', { name: /^Put .* on sale$/ })
    .waitFor()
}

/** Makes the server report something other than what an import found. */
async function answerWith(page: Page, facts: Record<string, unknown>): Promise<void> {
  await page.route(IMPORT, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), ...facts } })
  })
}
