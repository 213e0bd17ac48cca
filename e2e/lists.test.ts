/** What every list of the team can do, and how wide it is: one test for all. */
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, withStore } from './support/store.ts'
import { openAs } from './support/team.ts'

const { openPage } = withBrowser()
const store = withStore({}, async (store) => {
  await store.setStocks(20)
  const rep = memberOf(store)
  for (const name of ['Desmond Garland', 'Priya Prescott', 'Elena Dunmore']) {
    const email = `${name.toLowerCase().replace(' ', '.')}.226@example.com`
    const link = await sendLink(rep, { name, email, packageIds: [VIP_JUNIOR.id, PREMIER_INVESTOR.id] })
    await payLink(store, link)
    const [order] = await memberOf(store, ADMIN).call<{ id: string }[]>(
      'GET',
      `/api/admin/orders?search=${link.reference}`,
    )
    const lines = [{ lineNumber: 1, isReturned: true }]
    await memberOf(store, ADMIN).call('POST', `/api/admin/orders/${order?.id}/refunds`, {
      reason: 'Wrong county',
      lines,
      attemptId: crypto.randomUUID(),
    })
  }
})

const admin = (section: string, label: string, api: string, nothing = 'search=nobody') =>
  ({ member: ADMIN, path: `/admin-enhanced/${section}?`, label, api, nothing }) as const
const rep = (tab: string, label: string, api: string) =>
  ({ member: REPS[0], path: `/sales-dashboard?tab=${tab}&`, label, api, nothing: 'search=nobody' }) as const
const LISTS = [
  admin('orders', 'Orders', '/api/admin/orders'),
  admin('links', 'Payment links', '/api/sales/payment-requests'),
  admin('customers', 'Customers', '/api/sales/customers'),
  admin('refunds', 'Refunds', '/api/admin/refunds', 'status=failed'),
  admin('messages', 'Messages', '/api/admin/messages'),
  rep('requests', 'Payment requests', '/api/sales/payment-requests'),
  rep('history', 'Sales history', '/api/sales/payment-requests'),
  rep('customers', 'Customers', '/api/sales/customers'),
]

/** A list's reply, in which the first message was not sent because its link ended first: it depends on who is faster. */
async function withEndedMessage(route: Route): Promise<void> {
  const response = await route.fetch()
  const ended = { state: 'failed', isOver: true, to: null, lastError: 'the payment request had ended' }
  const rows: object[] = await response.json()
  await route.fulfill({ response, json: rows.map((row, place) => (place === 0 ? { ...row, ...ended } : row)) })
}

/** Texts of cells that are cut, and rows of more than one line. */
const misfitsOf = (page: Page, label: string): Promise<string[]> =>
  page.getByRole('table', { name: label }).evaluate((table) => {
    const isCut = (part: Element) =>
      part.clientWidth > 2 && (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 2)
    const cut = [...table.querySelectorAll('td *')].filter(
      (part) => getComputedStyle(part).overflow !== 'visible' && isCut(part),
    )
    const tall = [...table.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().height > 44)
    return [...cut, ...tall].map(({ textContent }) => textContent ?? '')
  })

test.each(LISTS)('$label at $path: waiting, failing, empty, one line a row, and its keys', async (list) => {
  const { member, path, label, api, nothing } = list
  const page = await openPage(store, { viewport: { width: 1440, height: 900 }, expects: [/status of 500/] })
  const rows = page.getByRole('table', { name: label }).locator('tbody').getByRole('row')
  let isFailing = true
  await page.route(
    ({ pathname }) => pathname === api,
    async (route) => {
      if (!isFailing) return label === 'Messages' ? withEndedMessage(route) : route.continue()
      await page.getByText(`Loading: ${label}`).waitFor({ state: 'attached' })
      await route.fulfill({ status: 500, json: { error: 'It failed.', code: 'internal_error' } })
    },
  )
  await openAs(page, member, path)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3)
  expect(await misfitsOf(page, label)).toEqual([])

  await page.keyboard.press('j')
  const control = (index: number) => rows.nth(index).locator(':focus')
  await expect.poll(() => control(0).count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => control(1).count()).toBe(1)
  await page.keyboard.press('k')
  await expect.poll(() => control(0).count()).toBe(1)
  if ((await rows.getByRole('checkbox').count()) > 0) {
    await rows.getByRole('checkbox').first().click()
    await rows
      .getByRole('checkbox')
      .nth(2)
      .click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('3 selected').waitFor()
  }
  await page.setViewportSize({ width: 1920, height: 1080 })
  expect(await misfitsOf(page, label)).toEqual([])

  await page.goto(`${path}${nothing}`)
  await page
    .getByRole('button', { name: /^Show all/ })
    .first()
    .click()
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(3)
})
