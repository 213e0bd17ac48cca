/** A buyer reports bad leads where they downloaded them; an administrator replaces one and denies another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLink } from './support/mailed-links.ts'
import {
  addToCart,
  CARDS,
  chooseTravis,
  fillCard,
  goToCheckout,
  payButton,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { logIn, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('bad leads are reported, one is replaced and one denied, and the buyer sees both', async () => {
  const email = 'claims@example.com'
  await store.addLeads(VIP_JUNIOR.id, 30)
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await goToCheckout(page, email)
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  const reference = await seeReceipt(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await page.goto(await mailedLink(store, email, '/delivery/'))
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download CSV/ }).click()
  await file
  await page.getByRole('button', { name: 'Report bad leads' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report bad leads' })
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await dialog.getByText('Choose at least one lead.').waitFor()
  await expectAccessibleAndFits(page, 'the empty report')
  await dialog.getByLabel('What is wrong?').selectOption('Wrong or dead number')
  for (const index of [0, 1]) await dialog.getByRole('checkbox').nth(index).check()
  await dialog.getByRole('button', { name: 'Report 2 leads' }).click()
  await dialog.getByText('Please say what you found out.').waitFor()
  await dialog.getByLabel('What did you find out?').fill('Both say “not in service” <b>since March</b>.')
  await expectAccessibleAndFits(page, 'the report')
  await dialog.getByRole('button', { name: 'Report 2 leads' }).click()
  await seeToast(page, 'Reported')
  const reported = page.getByRole('list', { name: 'Reported leads' })
  await expect.poll(() => reported.getByText('Being checked').count()).toBe(2)
  await expectAccessibleAndFits(page, 'reported leads')

  const admin = await openPage(store)
  await admin.emulateMedia({ colorScheme: 'dark' })
  await admin.goto(`/login?next=${encodeURIComponent('/admin-enhanced/claims')}`)
  await logIn(admin, ADMIN)
  const table = admin.getByRole('table', { name: 'Claims' })
  await table.getByText('“Both say “not in service” <b>since March</b>.”').first().waitFor()
  await expectAccessibleAndFits(admin, 'claims to answer')
  await table.getByRole('checkbox').nth(1).check()
  await admin.getByRole('button', { name: 'Grant', exact: true }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Grant 1 claim' }).click()
  await seeToast(admin, '1 replaced')
  await table.getByRole('checkbox').nth(1).check()
  await admin.getByRole('button', { name: 'Deny', exact: true }).click()
  const denial = admin.getByRole('dialog')
  await denial.getByRole('button', { name: 'Deny 1 claim' }).click()
  await denial.getByText('Tell the buyer why you are not granting this claim.').waitFor()
  await denial.getByLabel('What you tell the buyer').fill('We reached the owner at this number.')
  await denial.getByRole('button', { name: 'Deny 1 claim' }).click()
  await seeToast(admin, '1 denied')
  await admin.getByText('No claims to answer').waitFor()
  await admin.getByRole('radio', { name: 'Answered' }).check()
  await expect.poll(() => table.getByRole('row').count()).toBe(3)
  await expectAccessibleAndFits(admin, 'answered claims')

  await page.reload()
  await reported.getByText('We reached the owner at this number.').waitFor()
  await reported.getByText('Replaced', { exact: true }).waitFor()
  await page.getByText('A bad lead? Report up to 4 more by').waitFor()
  const [mail] = (await store.mailbox(email)).filter(({ subject }) => subject === `Your claim for order ${reference}`)
  expect(mail?.text).toContain('We reached the owner at this number.')
})
