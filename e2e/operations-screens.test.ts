import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { REFUSAL, startMailServer } from './support/mail-server.ts'
import { memberOf, sendLink } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { download, press } from './support/steps.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

/** A mail goes out through a job. */
const MAILED = { timeout: 30_000 }
const ANN = { username: 'Ann Owner', email: 'ann@example.com', password: 'orchard-mill-52-gate' }
const { openPage } = withBrowser()
const mailServer = await startMailServer({ isRefusing: true })
afterAll(() => mailServer.stop())
const store = withStore({ SMTP_URL: mailServer.url, MAIL_FROM: 'store@example.com' }, (store) =>
  store.setStock(VIP_JUNIOR.id, 5),
)
const admin = memberOf(store, ADMIN)

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** Beside the select of a narrow window, the links of the rail. */
const openByRail = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click()

type Attention = { parts: { kind: string; count: number }[] }
const countOf = async (kind: string) =>
  (await admin.call<Attention>('GET', '/api/admin/attention')).parts.find((part) => part.kind === kind)?.count

test('a refused mail is counted beside Today on every tab, is found in the log, and arrives when tried again', async () => {
  const to = 'nobody@example.com'
  await sendLink(memberOf(store), { email: to, packageIds: [VIP_JUNIOR.id] })
  await expect.poll(() => countOf('messages'), MAILED).toBe(1)
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced?tab=pricing')

  await page.getByRole('link', { name: /^Today 1 waiting/ }).click()
  const line = page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem')
  await line.getByText(`Not delivered: Payment request to ${to}`).waitFor()
  expect(await line.textContent()).toContain(REFUSAL)
  await page.goto('/admin-enhanced/messages?status=failed')
  await rowOf(page, to).getByText(REFUSAL, { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'message log')
  expect(mailServer.recipients).not.toContain(to)
  mailServer.accept()
  await press(rowOf(page, to), /^Try again/)
  await seeToast(page, 'On its way')
  await page.getByRole('button', { name: 'Show all messages' }).click(MAILED)
  await page.getByLabel('Search by address, phone number or order reference').fill(to)
  await rowOf(page, to).getByText('Sent', { exact: true }).waitFor(MAILED)
  expect(mailServer.recipients.filter((one) => one === to)).toHaveLength(1)

  await openByRail(page, 'Today')
  await page.getByText('You’re all caught up').waitFor()
})

test('a failed job is run again, and another is given up with a reason', async () => {
  await store.failJob('forget-old-rows', 'the disk was full')
  await store.failJob('check-refunds', 'ada@example.com cannot be read')
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced/jobs')
  await rowOf(page, 'forget-old-rows').getByText('the disk was full').waitFor()
  await expectAccessibleAndFits(page, 'failed jobs')
  expect(await rowOf(page, 'check-refunds').textContent()).toContain('…@… cannot be read')
  await press(rowOf(page, 'forget-old-rows'), /^Run now/)
  await seeToast(page, 'Running again')
  await expect.poll(() => rowOf(page, 'forget-old-rows').count(), MAILED).toBe(0)
  await rowOf(page, 'check-refunds').getByRole('button', { name: /^Drop/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Drop check-refunds?' })
  await dialog.getByLabel('Why it is no longer needed').fill('Deleted by hand')
  await dialog.getByRole('button', { name: 'Drop the job' }).click()
  await page.getByText('No failed jobs').waitFor()

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).click()
  const row = rowOf(page, 'dropped: Job check-refunds')
  await row.getByText('“Deleted by hand”').waitFor()
})

test('the audit log shows who changed a price and from what to what, and downloads the same as a file', async () => {
  await admin.call('POST', '/api/profile/proof', { password: ADMIN.password })
  await admin.call('POST', '/api/admin/users', { ...ANN, role: 'admin' })
  const ann = memberOf(store, ANN)
  const price = { leadType: 'vacant', tier: 'vip', size: 20 }
  await ann.call('PUT', '/api/admin/pricing', { ...price, basePrice: 279 })
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced/audit')
  const sentence = `${ANN.username} set VIP Junior Package, Vacant Houses from $299.00 to $279.00`

  await rowOf(page, sentence).waitFor()
  await page.getByLabel('Who').selectOption(ANN.username)
  // The header, the price and her log-in.
  await expect.poll(() => page.getByRole('row').count()).toBe(3)
  await page.getByLabel('What').selectOption('Changed prices')
  await rowOf(page, sentence).waitFor()
  await expectAccessibleAndFits(page, 'audit log')
  const { text } = await download(page, page.getByRole('button', { name: 'Export CSV' }))

  const [header, ...lines] = text.split('\r\n')
  expect(header).toBe('\uFEFFTime (New York time),Member,What,To what,Before,After,Note')
  expect(lines.join()).toContain('Ann Owner,Changed prices,"VIP Junior Package, Vacant Houses",vacant-vip-20: 299.00')
  expect(lines.join()).not.toContain('Set stock')
})
