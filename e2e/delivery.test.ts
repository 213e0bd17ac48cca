import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { csvRows } from '#testing/deliveries.ts'
import { workbookRows } from '#testing/workbook-rows.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { mailedLink, mailedLinks } from './support/mailed-links.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { addToCart, buyAtOnce, goToCheckout, packagesOf, payByCard, seeReceipt } from './support/shopping.ts'
import { download, press, see } from './support/steps.ts'
import { ADMIN, withSharedStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const HOUR_MS = 3_600_000
type Given = { files: { name: string }[]; note: string | null }
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
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await delivery.getByRole('link', { name: /^View leads/ }).waitFor()

  const stranger = await openPage(store)
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()
  await stranger.getByText('l•••@example.com').waitFor()
  await stranger.getByText(/^25 leads ·/).waitFor()
  const csv = await save(stranger, /^Download CSV/)
  await stranger.getByRole('button', { name: /^Other formats/ }).click()
  const xlsx = await download(stranger, stranger.getByRole('menuitem', { name: 'Download Excel' }))

  const [header = [], ...rows] = csvRows(csv.bytes)
  const leads = rows.map((row) => ({ address: row[header.indexOf('Address')], owner: row[header.indexOf('Owner')] }))
  const first = stranger
    .getByRole('list', { name: `Leads of ${vip.name}` })
    .locator('> li')
    .first()
  await see(first, leads[0]?.owner ?? '')
  const known = await store.leadsOf(reference)
  expect(known).toHaveLength(25)
  expect(leads.sort((a, b) => ((a.address ?? '') < (b.address ?? '') ? -1 : 1))).toEqual(known)
  expect(workbookRows(xlsx.bytes)).toHaveLength(26)
  expect([csv.name, xlsx.name]).toEqual([`${reference}-1-vip-collin.csv`, `${reference}-1-vip-collin.xlsx`])

  await page.goto(await mailedLink(store, email, '/order/'))
  await delivery.getByRole('heading', { name: 'Your 25 leads are ready' }).waitFor()
  await page.getByText('Your leads have been delivered.').waitFor()
  await delivery.getByRole('link', { name: /^View leads/ }).click()
  await page.getByRole('heading', { name: 'Your leads', level: 1 }).waitFor()

  await expect.poll(() => store.stockOf(vip.id, place)).toBe(0)
})

test('a counted package waits on the buyer’s page and in the queue, and a file from the administrator delivers it', async () => {
  const email = 'counted@example.com'
  const packageId = premier.id.replace('vacant', 'owner')
  await store.setStock(packageId, 5)
  const buyer = await openPage(store)
  const reference = await buyAtOnce(buyer, email, packageId)
  await buyer.goto(await mailedLink(store, email, '/order/'))
  await buyer.getByText(/^Due by .+\(in 2[34] h/).waitFor()

  await store.ageDeliveries(reference, 22 * HOUR_MS)
  const admin = await openPage(store, { expects: [/status of 400/] })
  await openAs(admin, ADMIN, '/admin-enhanced/fulfilment')
  const rows = admin.getByRole('row').filter({ hasText: reference })
  await see(rows.first(), /^in [12] h/)
  await expectAccessibleAndFits(admin, 'queue')
  await press(rows.last(), /^Attach file/)
  const dialog = admin.getByRole('dialog')
  const choose = (text: string, name: string) =>
    dialog.getByLabel('Files to deliver').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('<html>no leads</html>', 'leads.csv')
  await press(dialog, 'Deliver 1 file')
  await see(dialog, /This file cannot be delivered/)
  await choose('Address,City\r\n1 Elm St,Austin\r\n', 'leads.csv')
  await see(dialog, /leads.csv: 1 lead in the file, \d+ due/)
  await press(dialog, 'Deliver 1 file')
  await expect.poll(() => rows.count()).toBe(0)
  // On the next package, or after the last one on the whole queue.
  const queue = admin.getByRole('region', { name: 'Packages to deliver by hand' })
  expect(await queue.evaluate((region) => region.contains(document.activeElement))).toBe(true)

  await buyer.goto(await mailedLink(store, email, '/delivery/'))
  await buyer.getByText(/^Package of \d+ leads/).waitFor()
  expect(await buyer.getByText(/The files mark the numbers/).count()).toBe(0)
  const file = await save(buyer, /^Download file/)
  expect([file.name, file.text]).toEqual(['leads.csv', 'Address,City\r\n1 Elm St,Austin\r\n'])
  await expectAccessibleAndFits(buyer, 'delivery')

  await admin.goto(`/admin-enhanced/orders?search=${reference}`)
  await press(admin.getByRole('table'), new RegExp(reference))
  await admin.getByRole('dialog').getByText('1 download').waitFor()
})

test('ten clicks deliver 17 packages of four orders, by the names of files, and a lost reply delivers nothing twice', async () => {
  const kinds = ['vip-20', 'vip-30', 'premier-20', 'premier-30', 'premium-20', 'premium-30']
  const ids = kinds.map((kind) => `48085-landlord-${kind}`)
  for (const id of ids) await store.setStock(id, 4)
  const [rep, team, references, names] = [memberOf(store), memberOf(store, ADMIN), [] as string[], [] as string[]]
  for (const [who, count] of Object.entries({ 'by-file': 6, 'by-file-too': 6, 'by-name': 3, courier: 2 })) {
    const sale = { email: `${who}@example.com`, packageIds: ids.slice(0, count) }
    const { reference } = await payLink(store, await sendLink(rep, sale))
    references.push(reference)
    names.push(...kinds.slice(0, count).map((kind) => `${reference}_${kind}.csv`))
  }
  const files = names.slice(0, 15).map((name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(`A,B\n${name}`) }))
  const admin = await openPage(store, { expects: [/ERR_CONNECTION_RESET/] })
  await openAs(admin, ADMIN, '/admin-enhanced/fulfilment')
  // The system's own dialog, in which the files are chosen, takes two.
  let clicks = 2
  const click = (name: string | RegExp, role: 'button' | 'checkbox' = 'button') => {
    clicks += 1
    return admin.getByRole(role, { name }).last().click()
  }

  const [chooser] = await Promise.all([admin.waitForEvent('filechooser'), click('Choose files')])
  await chooser.setFiles(files)
  await expectAccessibleAndFits(admin, 'files to deliver', 'dialog')
  await cutNext(admin, '**/file?name=*', { isHeard: true })
  await click('Deliver 15 files')
  await see(admin, '14 delivered, 1 failed.')
  await click('Try 1 again')
  for (const line of [1, 2]) await click(`Select ${references[3]}-${line}`, 'checkbox')
  await click('Mark 2 delivered')
  const note = 'Sent to your office by courier.'
  await admin.getByLabel('How it was delivered').fill(note)
  await click('Mark 2 packages delivered')
  await admin
    .getByRole('row')
    .filter({ hasText: references[3] ?? '' })
    .first()
    .waitFor({ state: 'detached' })
  expect(clicks).toBeLessThanOrEqual(10)

  const given = references.map((one) => team.call<Given[]>('GET', `/api/sales/orders/${one}/deliveries`))
  const lines = (await Promise.all(given)).flat().map(({ files, note }) => files[0]?.name ?? note)
  expect(lines).toEqual([...names.slice(0, 15), note, note])
  await mailedLinks(store, 'by-file@example.com', '/delivery/', 6)

  const page = await openPage(store)
  await page.goto(await mailedLink(store, 'courier@example.com', '/delivery/', 2))
  await page.getByRole('heading', { name: 'How it was delivered', level: 1 }).waitFor()
  await page.getByText(note).waitFor()
  expect(await page.getByText(/The files mark the numbers|Every download/).count()).toBe(0)
  await expectAccessibleAndFits(page, 'a delivery by note')
})
