import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeWorkbook } from '#server/platform/files/workbook.ts'
import { csvRows } from '#testing/deliveries.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { openDesk } from './support/desk.ts'
import { mailedLink } from './support/mailed-links.ts'
import { buyAtOnce, packagesOf, VIP_JUNIOR } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { REPS, withSharedStore } from './support/store.ts'
import { card, openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 5))
/** Of a county that only this file adds leads to. */
const HAYS_VIP = packagesOf('Hays').vip.id
const [RITA] = REPS
const CSV = `Property Address,City,State,ZIP,Owner,Phone
12 North Main St,Austin,TX,78701,"Doe, Jane",(512) 555-0100
14 Oak Ave Apt 4,Austin,TX,78701,Sam Lee,
Main Street,Austin,TX,78701,No Number,
,,,,Nobody,12
`

async function callWith(key: string, path: string): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }> {
  const reply = await fetch(`${store.url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: reply.status, body: await reply.json() }
}

async function saveAs(page: Page, format: string): Promise<{ name: string; rows: string[][] }> {
  await page.getByRole('button', { name: /^Other formats/ }).click()
  const { name, bytes } = await download(page, page.getByRole('menuitem', { name: format }))
  return { name, rows: csvRows(bytes) }
}

test('a buyer makes a key at the desk, a program lists the orders with it, and the buyer ends it', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await buyAtOnce(page, 'key-holder@example.com')
  await openDesk(page, store, 'key-holder@example.com')
  await page.getByRole('tab', { name: 'Settings' }).click()

  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name of the key').fill('My CRM')
  await page.getByLabel('See and change webhooks, which can receive leads').check()
  await page.getByLabel('Name of the key').press('Enter')
  const key = (await page.getByText(/^ly_live_\w{22}_\w{49}$/).textContent()) ?? ''
  await expectAccessibleAndFits(page, 'desk, key shown once')
  const [entry] = (await callWith(key, '/api/desk/orders')).body
  expect(entry.order.lines).toHaveLength(1)
  expect((await callWith(key, '/api/desk/webhooks')).body).toEqual({ webhooks: [], hasFollowUpBoss: false })
  expect((await callWith(key, '/api/desk/keys')).body.code).toBe('key_not_accepted')

  await page.reload()
  const keys = card(page, 'API keys')
  await keys.getByText(/last used/).waitFor()
  expect(await page.getByText(key).count()).toBe(0)
  await keys.getByRole('button', { name: /^End the key My CRM/ }).click()
  await expectAccessibleAndFits(page, 'desk, ending a key', 'dialog')
  await page.getByRole('button', { name: 'End key' }).click()
  await seeToast(page, 'Key ended')
  await expect.poll(() => keys.getByText('My CRM').count()).toBe(0)
  expect(await callWith(key, '/api/desk/orders')).toMatchObject({ status: 401, body: { code: 'key_invalid' } })
})

test('a member makes a key after entering the password again, without another press', async () => {
  const page = await openPage(store, { expects: [/status of 403/] })
  await openAs(page, RITA, '/profile')
  const keys = card(page, 'API keys')

  await keys.getByRole('button', { name: 'Create a key' }).click()
  await keys.getByLabel('Name of the key').fill('Reports')
  await keys.getByRole('button', { name: 'Make key' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?', exact: true })
  await proof.waitFor()
  await expectAccessibleAndFits(page, 'proof', 'dialog')
  await proof.getByLabel('Current Password').fill('not-the-password')
  await page.keyboard.press('Enter')
  await proof.getByRole('alert').waitFor()
  await proof.getByLabel('Current Password').fill(RITA.password)
  await page.keyboard.press('Enter')
  const key = (await page.getByText(/^ly_live_\w{22}_\w{49}$/).textContent()) ?? ''

  expect((await callWith(key, '/api/me')).body).toMatchObject({ email: RITA.email, role: 'sales' })
  expect((await callWith(key, '/api/admin/orders')).body.code).toBe('forbidden')
})

test('a buyer checks a list, saves it, replaces it by a workbook and removes it', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await buyAtOnce(page, 'list-owner@example.com')
  await openDesk(page, store, 'list-owner@example.com')
  await page.getByRole('tab', { name: 'Settings' }).click()

  const panel = page.getByRole('region', { name: 'Leads you already have' })
  const drawer = page.getByRole('dialog', { name: 'Add a list' })
  const choose = async (name: string, content: string | Uint8Array) => {
    await panel.getByRole('button', { name: 'Add list' }).click()
    const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
    await panel.getByLabel('CSV or XLSX file').setInputFiles(file)
    await drawer.getByRole('button', { name: 'Save list' }).click({ timeout: 30_000 })
  }
  const naming = page.getByRole('dialog', { name: 'Save this list?' })
  await choose('From my CRM.csv', CSV)
  await drawer.getByText('has an address that is not one house', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'desk, own list checked', 'dialog')
  expect(await naming.getByLabel('Name of the list').inputValue()).toBe('From my CRM')
  await naming.getByRole('button', { name: 'Save list' }).click()
  await drawer.getByText('“From my CRM” has 2 addresses and 1 phone').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).first().click()
  const list = panel.getByRole('article', { name: 'From my CRM' })
  await list.getByText('2 addresses and 1 phone.').waitFor()

  const rows = [
    ['Street', 'City', 'Zip Code'],
    ['20 New Rd', 'Austin', '78701'],
  ]
  await choose('more.xlsx', writeWorkbook('Leads', rows))
  await naming.getByLabel('In place of').selectOption('From my CRM')
  await naming.getByText('Anything in “From my CRM” that isn’t in this file will be removed.').waitFor()
  await naming.getByRole('button', { name: 'Save list' }).click()
  await drawer.getByText('“more” has 1 address').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).first().click()
  const more = panel.getByRole('article', { name: 'more' })
  await more.getByText('1 address.').waitFor()
  expect(await list.count()).toBe(0)

  await page.reload()
  await more.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove list' }).click()
  await expect.poll(() => more.count()).toBe(0)
})

test('a buyer downloads leads for HubSpot and for a dialer, the browser remembers the tool', async () => {
  const email = 'crm@example.com'
  await store.addLeads(HAYS_VIP, 30)
  const page = await openPage(store)
  const reference = await buyAtOnce(page, email, HAYS_VIP)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(await mailedLink(store, email, '/delivery/'))
  const hubspot = await saveAs(page, 'Download for HubSpot')
  await page.getByText('import the file as one file with one object').waitFor()
  await expectAccessibleAndFits(page, 'preset')
  await page.reload()
  await page.getByRole('button', { name: /^Download for HubSpot/ }).waitFor()
  const dialer = await saveAs(page, 'Download for a dialer')
  await page.getByRole('button', { name: /^Download for a dialer/ }).waitFor()

  expect(hubspot.name).toBe(`${reference}-1-vip-hays-hubspot.csv`)
  expect(hubspot.rows).toHaveLength(26)
  expect(hubspot.rows[0]?.slice(0, 5)).toEqual(['First name', 'Last name', 'Company name', 'Email', 'Phone number'])
  const [header = [], ...rows] = dialer.rows
  const phones = rows.map((row) => row[header.indexOf('Phone')] ?? '')
  expect(phones.length).toBeGreaterThan(25)
  expect(phones.filter((phone) => !/^\d{10}$/.test(phone))).toEqual([])
})
