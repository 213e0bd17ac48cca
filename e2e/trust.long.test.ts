import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { aFolder } from '#testing/folders.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { PREMIER_INVESTOR, packageRow } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { withStore } from './support/store.ts'

const { openPage } = withBrowser()
const store = withStore({ LOG_KEYS_FILE: join(aFolder(), 'log-keys.json') })

test('a visitor reads the figures of the day, and gets the data that they are from', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 812 }, expects: [/404/] })
  await page.goto('/trust')
  await page.getByText('No figures yet').waitFor()
  await page.goto('/trust?day=2001-01-01')
  await page.getByText('The store has no figures of this day.').waitFor()
  await page.getByRole('button', { name: 'Show the latest figures' }).click()
  await page.getByText('No figures yet').waitFor()

  await store.setStock(PREMIER_INVESTOR.id, 40)
  await store.runScheduled('make-figures')
  await expect.poll(async () => (await (await fetch(`${store.url}/api/trust`)).json()).days.length).toBe(1)
  // A page that answers already: a click during hydration is lost.
  await page.goto('/leads?state=Texas&county=Travis')
  await packageRow(page, PREMIER_INVESTOR.name).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our promises' }).click()
  await page.getByRole('heading', { name: 'Our promises, and how we measure them', level: 1 }).waitFor()

  await page.getByRole('definition').filter({ hasText: 'No lead was sold to more buyers than promised' }).waitFor()
  await page.getByRole('button', { name: 'See how we count' }).click()
  const stock = page.getByRole('region', { name: 'Where every package went' })
  const texas = stock.getByRole('row').filter({ hasText: 'Texas' }).filter({ hasText: '40' })
  if (!(await texas.isVisible())) await stock.getByText(/^All \d+ rows/).click()
  await texas.waitFor()
  await page.getByText('We count it by the month. The first full month is not over yet.').waitFor()
  const figuresOf = async () => (await fetch(`${store.url}/api/trust`)).json()
  await expect.poll(async () => (await figuresOf()).proof, { timeout: 30_000 }).toBe('ready')
  await page.reload()
  await page.getByText('Every month, how we count, and the proof').click()
  const proof = await download(page, page.getByRole('link', { name: 'Download with proof' }))
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Check it' }).click()
  const verifier = await opened
  await verifier
    .getByLabel('Choose files')
    .setInputFiles({ name: proof.name, mimeType: 'application/zip', buffer: proof.bytes })
  await verifier.getByRole('heading', { name: /^These are the store’s figures for / }).waitFor()
  await verifier.getByText('The log has the fingerprint of exactly this file', { exact: false }).waitFor()
  await verifier.close()
  await expectAccessibleAndFits(page, 'trust')

  const { bytes } = await download(page, stock.getByRole('link', { name: 'all rows as CSV' }))
  const [header, row] = csvRows(bytes)
  expect(header?.slice(2, 8)).toEqual(['state', 'kind', 'placed', 'available', 'held', 'sold'])
  // Few were sold: their number, and what would give it away, are hidden.
  expect(row?.slice(2, 8)).toEqual(['Texas', 'packages', '', '40', '', ''])
})
