import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { addToCart, buyAtOnce, goToCheckout, packagesOf, payByCard, seeReceipt } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const HOUR_MS = 3_600_000
const { openPage } = withBrowser()
const store = withSharedStore()
const { path, place, premier, vip } = packagesOf('Collin')

const save = (page: Page, button: RegExp) => download(page, page.getByRole('button', { name: button }))

test('a VIP package of leads is bought, mailed, downloaded, and its rows are the leads of the pool', async () => {
  const email = 'leads@example.com'
  await store.addLeads(vip.id, 30)
  const page = await openPage(store)
  await page.goto(path)
  await addToCart(page, vip.name)
  await goToCheckout(page, email)
  await payByCard(page)
  const reference = await seeReceipt(page)
  const link = await mailedLink(store, email, '/delivery/')
  const thanks = page.getByRole('region', { name: 'Delivery' })
  await thanks.getByRole('link', { name: /^Get your leads/ }).waitFor()

  const stranger = await openPage(store)
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()
  await stranger.getByText('l•••@example.com').waitFor()
  await stranger.getByText('25 leads').waitFor()
  const csv = await save(stranger, /^Download CSV/)
  const xlsx = await save(stranger, /^Download Excel/)
  await stranger.getByText('Opened', { exact: true }).waitFor()

  const [header = [], ...rows] = csvRows(csv.bytes)
  const leads = rows.map((row) => ({ address: row[header.indexOf('Address')], owner: row[header.indexOf('Owner')] }))
  const known = await store.leadsOf(reference)
  expect(known).toHaveLength(25)
  expect(leads.sort((a, b) => ((a.address ?? '') < (b.address ?? '') ? -1 : 1))).toEqual(known)
  expect(workbookRows(xlsx.bytes)).toHaveLength(26)
  expect([csv.name, xlsx.name]).toEqual([`${reference}-1-vip-collin.csv`, `${reference}-1-vip-collin.xlsx`])

  await page.goto(await mailedLink(store, email, '/order/'))
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await delivery.getByText('Delivered', { exact: true }).waitFor()
  await page.getByText('Your leads have been delivered.').waitFor()
  await delivery.getByRole('link', { name: /^See your leads again/ }).click()
  await page.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()

  await expect.poll(() => store.stockOf(vip.id, place)).toBe(0)
})

test('a counted package waits on the buyer’s page and in the queue, and a file from the administrator delivers it', async () => {
  const email = 'counted@example.com'
  const packageId = premier.id.replace('vacant', 'owner')
  await store.setStock(packageId, 5)
  const buyer = await openPage(store)
  const reference = await buyAtOnce(buyer, email, packageId)
  const orderPath = await mailedLink(store, email, '/order/')
  await buyer.goto(orderPath)
  await buyer.getByText(/^Due by .+\(in 2[34] h/).waitFor()

  await store.ageDeliveries(reference, 22 * HOUR_MS)
  const admin = await openPage(store, { expects: [/status of 400/] })
  await openAs(admin, ADMIN, '/admin-enhanced/fulfilment')
  const row = admin.getByRole('row').filter({ hasText: reference })
  await row.getByText(/^in [12] h/).waitFor()
  await expectAccessibleAndFits(admin, 'queue')
  await row.getByRole('button', { name: /^Attach file/ }).click()
  const dialog = admin.getByRole('dialog')
  const choose = (text: string, name: string) =>
    dialog.getByLabel('File to deliver').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('<html>no leads</html>', 'leads.csv')
  await dialog.getByRole('button', { name: 'Deliver this file' }).click()
  await dialog.getByText('This file cannot be delivered.', { exact: false }).waitFor()
  await choose('Address,City\r\n1 Elm St,Austin\r\n', 'leads.csv')
  await dialog.getByRole('button', { name: 'Deliver this file' }).click()
  await row.waitFor({ state: 'detached' })
  // On the next package, or after the last one on the whole queue.
  const queue = admin.getByRole('region', { name: 'Packages to deliver by hand' })
  expect(await queue.evaluate((region) => region.contains(document.activeElement))).toBe(true)

  await buyer.goto(await mailedLink(store, email, '/delivery/'))
  await buyer.getByText(/^Package of \d+ leads/).waitFor()
  expect(await buyer.getByText(/Each row is one lead/).count()).toBe(0)
  const file = await save(buyer, /^Download file/)
  expect([file.name, file.text]).toEqual(['leads.csv', 'Address,City\r\n1 Elm St,Austin\r\n'])
  await buyer.goto(orderPath)
  await buyer.getByText('Your leads have been delivered.').waitFor()
  await buyer.getByRole('link', { name: /^See your leads again/ }).click()
  await buyer.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()
  await expectAccessibleAndFits(buyer, 'delivery')

  await admin.goto(`/admin-enhanced/orders?search=${reference}`)
  await admin
    .getByRole('button', { name: new RegExp(reference) })
    .first()
    .click()
  await admin.getByRole('dialog').getByText('1 download').waitFor()
})

test('a package delivered some other way shows how in its heading and note, with nothing to press', async () => {
  const email = 'courier@example.com'
  const packageId = premier.id.replace('vacant', 'landlord')
  await store.setStock(packageId, 5)
  const admin = memberOf(store, ADMIN)
  const link = await sendLink(memberOf(store), { email, packageIds: [packageId] })
  await payLink(store, link)
  const [order] = await admin.call<{ id: string }[]>('GET', `/api/admin/orders?search=${link.reference}`)
  const note = 'Sent to your office by courier.'
  await admin.call('POST', `/api/admin/fulfilment/${order?.id}/1/delivered`, { note })

  const page = await openPage(store)
  await page.goto(await mailedLink(store, email, '/delivery/'))
  await page.getByRole('heading', { name: 'How it was delivered', level: 1 }).waitFor()
  await page.getByText(note).waitFor()
  expect(await page.getByText(/Press a button|Each row is one lead|Every download/).count()).toBe(0)
  await expectAccessibleAndFits(page, 'a delivery by note')
})
