/** A list's filters and order are saved under a name, opened, renamed and removed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { sendLink, signInAs } from './support/members.ts'
import { VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard, seeToast } from './support/team.ts'

const [RITA, OTHER] = REPS
/** A script, and as long as a name may be. */
const NAME = '<img src=x onerror=alert(1)> largest one'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 5)
  const rita = await signInAs(store, RITA)
  for (const name of ['ada', 'bob'])
    await sendLink(rita, { email: `${name}@example.com`, name, packageIds: [VIP_JUNIOR.id] })
})
afterAll(() => store.stop())

test('a view keeps filters and order under a name; it opens by a click or in another tab, for its member only', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests&state=Texas')
  const views = page.getByRole('list', { name: 'Saved views' })
  const save = page.getByRole('button', { name: 'Save this view' })
  const table = page.getByRole('table', { name: 'Payment requests' })
  await table.waitFor()
  expect(await save.count()).toBe(0)

  await page.getByLabel('Search by customer name or email').fill('ada')
  await table.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByLabel('Name').fill(NAME)
  await expectAccessibleAndFits(page, 'the dialog that saves a view')
  await page.keyboard.press('Enter')
  await seeToast(page, 'View saved')
  const chip = views.getByRole('link', { name: NAME })
  await chip.waitFor()
  expect([await chip.getAttribute('aria-current'), await save.count()]).toEqual(['true', 0])

  await page.goto('/sales-dashboard?tab=requests&state=Texas')
  await expect.poll(() => table.getByRole('row').count()).toBe(3)
  expect(await chip.getAttribute('aria-current')).toBe(null)
  const address = await chip.getAttribute('href')
  expect(address).toBe('/sales-dashboard?tab=requests&state=Texas&search=ada&sort=total')
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    tab: 'requests',
    state: 'Texas',
    search: 'ada',
    sort: 'total',
  })
  await page.setViewportSize(PHONE)
  await expectAccessibleAndFits(page, 'a saved view on a phone')

  await views.getByRole('button', { name: `More for the view ${NAME}` }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename this view' })
  expect(await rename.getByLabel('Name').inputValue()).toBe(NAME)
  await rename.getByLabel('Name').fill('Ada')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await views.getByRole('link', { name: 'Ada', exact: true }).waitFor()

  const other = await openPage(store)
  await openDashboard(other, OTHER, '?tab=requests')
  await other.getByText('Nothing sent yet').waitFor()
  expect(await other.getByRole('list', { name: 'Saved views' }).count()).toBe(0)

  await views.getByRole('button', { name: 'More for the view Ada' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await seeToast(page, 'View removed')
  await save.waitFor()
  expect(await views.count()).toBe(0)
})
