import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { addDays, startOfSpan } from '#contract/days.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import { memberOf, payLink, type SentLink, sendLink } from './support/members.ts'
import { buyAtOnce, chooseTravis, PREMIER_INVESTOR, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { download, press } from './support/steps.ts'
import { ADMIN, REPS, withStore } from './support/store.ts'
import { card, logIn, openAs, seeDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
let sale: SentLink
const store = withStore({}, async (store) => {
  await store.setStocks(100)
  const garland = { email: 'garland@example.com', name: 'Garland Desmond', packageIds: [VIP_JUNIOR.id] }
  sale = await payLink(store, await sendLink(memberOf(store, RITA), garland))
})
const admin = memberOf(store, ADMIN)
const POLL_MS = 30_000

const figure = (part: Locator, label: string) =>
  part
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
const STORE = 'The store’s figures'
const PERIOD = 'Figures of the period'
const PARTS = 'Package Performance'
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).locator('tbody').getByRole('row')

/** As if half a minute had passed: what is read every 30 seconds is read now. */
const letPollPass = (page: Page) => page.clock.fastForward(POLL_MS)
const PASSWORD = 'harrow-field-31-post'

async function openTeam(page: Page, query = ''): Promise<void> {
  await openAs(page, ADMIN, `/admin-enhanced?tab=team${query}`)
  await page.getByRole('heading', { name: /^Team members/ }).waitFor()
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const field = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))
const changes = (page: Page) => page.getByRole('list', { name: 'Old and new values' })

test('an administrator opens on today and what is not set up; one field finds orders, counties and screens', async () => {
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced')
  await seeDashboard(page, 'Admin Dashboard')

  const today = page.getByRole('region', { name: 'Today', exact: true })
  await expect.poll(() => today.textContent()).toMatch(/Paid\$299\.00\$0\.00 a week ago.*Orders10 a week ago/)
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor()
  await page.getByText('3 of 10 done').waitFor()
  const confirm = page.getByRole('button', { name: /^Prices are right/ })
  expect(await confirm.isVisible(), 'folded: it sold already').toBe(false)
  await page.getByRole('heading', { name: 'Set up your store' }).click()
  await page.getByText('Put leads on sale (done)').waitFor()
  await expectAccessibleAndFits(page, 'today with its setup')
  await confirm.click()
  await page.getByText('4 of 10 done').waitFor()

  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const find = async (key: string, typed: string, ...found: RegExp[]) => {
    await page.keyboard.press(key)
    await palette.waitFor()
    await page.keyboard.type(typed)
    for (const name of found) await palette.getByRole('option', { name }).waitFor()
    await page.keyboard.press('Enter')
  }

  await find('Control+k', 'desmond garl', new RegExp(sale.reference), /^Garland Desmond garland@/)
  await page.getByRole('dialog', { name: new RegExp(sale.reference) }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin-enhanced/orders')
  await page.keyboard.press('Escape')

  await find('Control+k', 'pric', /^Pricing Management/)
  await page.getByRole('tabpanel', { name: 'Pricing Management' }).waitFor()
  await find('Control+k', 'commission', /commission rate.*Sales Team/)
  await page.getByRole('tabpanel', { name: 'Sales Team' }).waitFor()

  await find('Control+k', '78704', /^Travis County/)
  await page.getByRole('tabpanel', { name: 'Inventory Control' }).waitFor()
  expect(page.url()).toContain('county=Travis')
  for (const key of 'g9') await page.keyboard.press(key)
  await page.getByRole('tabpanel', { name: 'Analytics' }).waitFor()
})

test('a purchase and a refund show up at the next poll in figures, chart, table and file of a period in the URL', async () => {
  const page = await openPage(store)
  await page.clock.install()
  await openAs(page, ADMIN, '/admin-enhanced?tab=analytics&period=7')
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  await page.getByText('Show as a table').click()
  await expect.poll(() => figure(card(page, STORE), 'Total Revenue').textContent()).toContain('$299.00')

  await buyAtOnce(await openPage(store), 'ada@example.com', PREMIER_INVESTOR.id)
  await letPollPass(page)

  await expect.poll(() => figure(card(page, STORE), 'Total Revenue').textContent()).toContain('$578.00')
  expect(await figure(card(page, STORE), 'Total Orders').textContent()).toMatch(/^2/)
  await expect.poll(() => figure(card(page, PERIOD), 'Revenue').textContent()).toBe('$578.00no sales before')
  expect(await rows(page, 'Sales by package').allTextContents()).toEqual([
    expect.stringMatching(/^VIP Junior Package, Vacant Houses.*\$299\.00/),
    expect.stringMatching(/^Premier Investor Package, Vacant Houses.*\$279\.00/),
  ])

  const told = (chart: string) => page.getByRole('slider', { name: chart }).getAttribute('aria-valuetext')
  await page.getByRole('slider', { name: 'Revenue' }).press('Home')
  for (let day = 1; day < 7; day += 1) await page.keyboard.press('ArrowRight')
  await expect.poll(() => told('Revenue')).toMatch(/: After refunds \$578\.00$/)
  await expect.poll(() => told('Orders')).toMatch(/: Orders 2$/)
  expect(await rows(page, 'Sales by day').count()).toBe(7)
  expect(await rows(page, 'Sales by day').last().textContent()).toContain('$578.00')

  await expectAccessibleAndFits(page, 'analytics')

  const [{ id: orderId }] = await admin.call<[{ id: string }]>('GET', '/api/admin/orders?search=ada@example.com')
  await admin.call('POST', `/api/admin/orders/${orderId}/refunds`, {
    attemptId: randomUUID(),
    reason: 'Bought by mistake',
  })
  await letPollPass(page)

  await expect.poll(() => figure(card(page, STORE), 'Total Revenue').textContent()).toContain('$299.00')
  await page.getByText('Refunded: $279.00;').waitFor()
  expect(await told('Revenue')).toMatch(/: After refunds \$299\.00, Refunds \$279\.00$/)
  await card(page, PARTS).getByLabel('By').selectOption('Channel')
  await expect
    .poll(() => rows(page, 'Sales by channel').first().textContent())
    .toMatch(/^Payment link.*100%.*\$299\.00/)
  const { leads: sold }: { leads: number } = (
    await admin.call<{ total: { leads: number } }>('GET', `/api/admin/sales-overview?from=${today}&to=${today}`)
  ).total
  const header = ['Revenue', 'Refunded', 'Orders', 'Packages', 'Leads']
  expect(await download(page, page.getByRole('button', { name: 'Download CSV of sales by channel' }))).toMatchObject({
    name: `sales-by-channel_${addDays(today, -6)}_${today}.csv`,
    text: writeCsv([
      ['Channel', ...header],
      ['Payment link', '299.00', '0.00', 1, 1, sold],
      ['Storefront', '0.00', '279.00', 1, 0, 0],
    ]),
  })
  const series = await download(page, page.getByRole('button', { name: 'Download CSV of sales by day' }))
  expect(series.text.split('\r\n').at(-2)).toBe(`${today},299.00,279.00,2,1,${sold}`)
  expect(series.text.split('\r\n')).toHaveLength(1 + 7 + 1)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'analytics',
    period: '7',
    dimension: 'channel',
  })
})

test('an invited member joins by the mailed link, is edited and paid another rate, and is logged out when removed', async () => {
  const email = 'ines@example.com'
  const page = await openPage(store, { viewport: PHONE })
  await openTeam(page)
  const form = card(page, 'Create team member')
  await form.getByLabel('Username').fill('Ines Invited')
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByRole('button', { name: 'Create and invite team member' }).click()
  await seeToast(page, `We emailed ${email} an invitation. Its link works once and expires in 7 days.`)
  await expect.poll(() => rowOf(page, email).textContent()).toMatch(/Sales Representative.*10%.*Invited/)
  await expectAccessibleAndFits(page, 'team')
  await rowOf(page, email).getByRole('button', { name: 'Manage Ines Invited' }).click()
  const dialog = dialogOf(page, 'Ines Invited')
  await dialog.getByRole('button', { name: 'Resend invitation' }).click()
  await seeToast(page, 'Invitation sent')

  const theirs = await openPage(store, { expects: [/status of 401/] })
  await theirs.goto(await mailedLink(store, email, '/\\S+token=', 2))
  await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
  await theirs.getByLabel('Confirm new password').fill(PASSWORD)
  await theirs.getByRole('button', { name: 'Save new password' }).click()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, { email, password: PASSWORD })
  await seeDashboard(theirs)

  await page.reload()
  await dialog.getByText('Verified', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await expectAccessibleAndFits(page, 'member, profile', 'dialog')
  await dialog.getByLabel('Phone').fill('+1 512 555 0143')
  await page.keyboard.press('Enter')
  await dialog.getByText('+1 512 555 0143').waitFor()
  await page.getByLabel('New rate').fill('12.5')
  await page.keyboard.press('Enter')
  await seeToast(page, '12.5% of sales from now on.')
  const rates = page.getByRole('table', { name: 'Commission rates, newest first' }).locator('tbody').getByRole('row')
  await expect
    .poll(() => rates.allTextContents())
    .toEqual([expect.stringContaining('12.5%'), expect.stringContaining('10%')])

  await dialog.getByRole('tab', { name: 'Actions' }).click()
  await dialog.getByRole('button', { name: 'Remove Team Member' }).click()
  const question = dialogOf(page, 'Remove Ines Invited?')
  await question.getByLabel('Who takes over').selectOption(`${SVEN.username} (${SVEN.email})`)
  await question.getByRole('button', { name: 'Remove Team Member' }).click()
  await seeToast(page, `0 customers and 0 live links passed to ${SVEN.username}.`)
  await expect.poll(() => rowOf(page, email).count()).toBe(0)
  await theirs.reload()
  await theirs.getByRole('heading', { level: 1, name: 'Sales Team Login' }).waitFor()
  await logIn(theirs, { email, password: PASSWORD })
  await theirs.getByRole('main').getByRole('alert').getByText('Invalid email or password.').waitFor()
})

test('a sale through a link shows in the rep’s figures and pay, and the mailed table equals the downloaded one', async () => {
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  const page = await openPage(store)
  const members = await admin.call<readonly { id: string; email: string }[]>('GET', '/api/admin/users')
  const { id } = members.find(({ email }) => email === RITA.email) ?? { id: '' }
  await openTeam(page, `&member=${id}&part=analytics`)
  const dialog = dialogOf(page, RITA.username)

  await expect.poll(() => figure(page.getByRole('dialog'), 'Total Revenue').textContent()).toBe('$299.00')
  await dialog.getByText('30-day average: $9.97/day').waitFor()
  await dialog.getByRole('slider', { name: 'Packages Trend' }).waitFor()
  await expectAccessibleAndFits(page, 'member, analytics', 'dialog')

  await page.keyboard.press('Escape')
  await page.getByLabel('Pay report').check()
  await page.getByRole('button', { name: 'This month' }).click()
  await expect.poll(() => rowOf(page, 'Total').textContent()).toMatch(/Orders1.*\$299\.00.*\$29\.90/)
  await expectAccessibleAndFits(page, 'pay of all reps')
  await page.getByRole('button', { name: RITA.username }).click()
  await expect.poll(() => figure(page.getByRole('dialog'), 'Total Pay').textContent()).toBe('$29.90')
  expect(await rowOf(page, 'Garland Desmond').textContent()).toMatch(/VIP Junior Package, Vacant Houses.*\$29\.90/)
  await expectAccessibleAndFits(page, 'member, pay report', 'dialog')
  const file = await download(page, dialog.getByRole('button', { name: 'Download CSV' }))
  await dialog.getByRole('button', { name: 'Email Report' }).click()
  await seeToast(page, 'Report emailed')

  const name = `rita-rep-${startOfSpan(today, 'month')}-${today}.csv`
  expect(file.name).toBe(name)
  expect(file.text.split('\r\n')).toEqual([
    '\uFEFFCustomer Name,Package Type,Sale Date,Pay Value',
    `Garland Desmond,"VIP Junior Package, Vacant Houses",${today},29.90`,
    'Total Packages,1',
    'Total Pay,29.90',
    '',
  ])
  const mailedFiles = async () => (await store.mailbox(RITA.email)).flatMap(({ attachments }) => attachments)
  await expect.poll(async () => (await mailedFiles()).map((one) => one.name), { timeout: 20_000 }).toEqual([name])
  const mailed = await fetch(`${store.url}${(await mailedFiles())[0]?.url}`)
  expect(Buffer.from(await mailed.arrayBuffer()).toString()).toBe(file.text)
})

test('changes of brand and hold time show old and new, also a colleague’s, apply in the shop at once, and can be reset', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openAs(page, ADMIN, '/admin-enhanced/settings')
  await press(page, 'Holds, links and delivery')
  await field(page, 'Hold time').fill('0.3')
  await field(page, 'Hold time').press('Tab')
  await page.getByText('Enter 1 to 120 minutes.').waitFor()
  await expectAccessibleAndFits(page, 'settings')
  await field(page, 'Hold time').fill('7')
  await press(page, 'Brand')
  await field(page, 'Brand name').fill('Plat & Co.')
  expect(await changes(page).getByRole('listitem').allTextContents()).toEqual([
    'Brand name: Leadyard → to Plat & Co.',
    'Hold time: 30 minutes → to 7 minutes',
  ])
  const change = { name: 'holdMinutes', before: 30, after: 45 }
  await admin.call('PUT', '/api/admin/settings', { changes: [change] })
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await page.getByText('Someone else changed a setting').waitFor()
  await changes(page).getByText('45 minutes').waitFor()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await seeToast(page, '2 settings saved')

  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await buyer.getByRole('banner').getByText('Plat & Co.').waitFor()
  await putInCart(buyer, VIP_JUNIOR.id)
  const { lines }: { lines: { expiresAt: string }[] } = await (await buyer.request.get('/api/cart')).json()
  const leftMs = Date.parse(lines[0]?.expiresAt ?? '') - Date.now()
  expect(leftMs).toBeGreaterThan(5 * 60_000)
  expect(leftMs).toBeLessThanOrEqual(7 * 60_000)

  // The refusal has shown the group of the setting that a colleague changed.
  await press(page, 'Use the default of Hold time')
  await press(page, 'Brand')
  await press(page, 'Use the default of Brand name')
  await changes(page).getByText('Leadyard (default)').waitFor()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect
    .poll(async () => (await buyer.request.get('/api/config')).json())
    .toMatchObject({ brand: 'Leadyard', holdMinutes: 30 })
})

test('a county that a visitor opened is in the list of demand, and links to its inventory', async () => {
  const buyer = await openPage(store)
  await buyer.goto('/leads?state=Texas&county=Hays')
  const today = storeDayOf(Date.now(), USUAL_STORE_ZONE)
  const counted = () =>
    admin.call<{ rows: { county: string; views: number }[] }>('GET', `/api/admin/demand?from=${today}&to=${today}`)
  const views = async () => (await counted()).rows.find(({ county }) => county === 'Hays')?.views
  await expect.poll(views, { timeout: 20_000 }).toBe(1)

  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced?tab=analytics')
  const list = page.getByRole('region', { name: 'Counties by Demand' })
  expect(await list.getByRole('row', { name: /^Hays, Texas/ }).textContent()).toMatch(/^Hays, Texas[1-9]\d* views/)
  await list.getByRole('link', { name: 'Hays, Texas' }).click()

  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toMatchObject({ tab: 'inventory', state: 'Texas', county: 'Hays' })
})
