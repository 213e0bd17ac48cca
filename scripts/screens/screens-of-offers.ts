/**
 * The lines of screens.ts about special offers. Offers change what the whole store shows, so these lines come last, and
 * those without custom offers first.
 */
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { cartDialog, VIP_JUNIOR } from '../../e2e/support/shopping.ts'
import { logInWith, openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { fillCart, openCart, openCheckout, openTravis, waitForCardForm } from './steps.ts'
import { TEAM } from './team.ts'

const EVERYTHING = { leadTypes: [], tiers: [], sizes: [], states: [], isCombinable: true }
const SWITCHED_OFF = 'Opening Sale'
const OWN_OFFERS = [
  {
    ...EVERYTHING,
    name: 'Texas VIP Week',
    kind: 'percentage',
    value: 20,
    tiers: ['vip'],
    states: ['Texas'],
    usesMax: 100,
    usesPerCustomerMax: 2,
    endsAt: '2035-07-09T04:00:00.000Z',
  },
  { ...EVERYTHING, name: 'Premier Bonus', kind: 'fixed', value: 25, tiers: ['premier'] },
  { ...EVERYTHING, name: 'Standard Pairs', kind: 'bogo', value: 0, tiers: ['standard'], isCombinable: false },
  {
    ...EVERYTHING,
    name: 'Summer of Landlords',
    kind: 'extra_leads',
    value: 10,
    leadTypes: ['landlord'],
    startsAt: '2035-07-02T04:00:00.000Z',
  },
  { ...EVERYTHING, name: SWITCHED_OFF, kind: 'percentage', value: 15 },
]

export const OFFERS: readonly Screen[] = [
  {
    screen: 'offers',
    state: 'standard',
    shows: 'the standard promotions, and no offer of one’s own yet',
    isTall: true,
    async show(page) {
      await openTab(page)
      await page.getByText('No custom offer yet.', { exact: false }).waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'form',
    shows: 'an offer in the form, with all its terms and what it touches',
    isTall: true,
    async show(page) {
      await openTab(page)
      await page.getByLabel('Offer Name').fill('Texas VIP Week')
      await page.getByLabel('Percent off').fill('20')
      await page.getByText('For which packages, when, and how often').click()
      await page.getByRole('checkbox', { name: 'VIP' }).check()
      await page.getByLabel('States').selectOption('Texas')
      await page.getByLabel(/^Ends/).fill('2035-07-09T00:00')
      await page.getByRole('form').getByText('$239.20').waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'complaint',
    shows: 'an offer that cannot be made',
    isTall: true,
    async show(page) {
      await openTab(page)
      await page.getByLabel('Percent off').fill('120')
      await page.getByRole('button', { name: 'Create Offer' }).click()
      await page.getByText('The percentage must be above 0 and at most 100.').waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'switch',
    shows: 'the question before a discount is switched on for everybody',
    async show(page) {
      await openTab(page)
      await page.getByRole('switch', { name: '30% Discount' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^Affects/)
        .waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'error',
    shows: 'the offers could not be loaded',
    async show(page) {
      await page.route('**/api/admin/offers', (route) => route.abort())
      await openAs(page, TEAM.ana, '/admin-enhanced?tab=offers')
      await page.getByText('The promotions could not be loaded').waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'own',
    shows: 'offers of one’s own in every state',
    isTall: true,
    isOfDays: true,
    async show(page) {
      await openOwn(page)
    },
  },
  {
    screen: 'offers',
    state: 'edit',
    shows: 'an offer in the drawer',
    async show(page) {
      await openDrawer(page)
    },
  },
  {
    screen: 'offers',
    state: 'discard',
    shows: 'the question before what was typed into the drawer is lost',
    async show(page) {
      await (await openDrawer(page)).getByLabel('Percent off').fill('25')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Discard what you typed?' }).waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'removed',
    shows: 'the offer in the drawer was removed by a colleague',
    async show(page) {
      const drawer = await openDrawer(page)
      await refuseSaving(page, 404, 'offer_unknown')
      await drawer.getByLabel('Percent off').fill('25')
      await drawer.getByRole('button', { name: 'Save Changes' }).click()
      await drawer.getByText('This offer was removed').waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'unread',
    shows: 'a colleague changed the offer, and what they changed could not be read',
    async show(page) {
      const drawer = await openDrawer(page)
      await refuseSaving(page, 409, 'offer_changed')
      await page.route('**/api/admin/offers', (route) => route.abort())
      await drawer.getByRole('button', { name: 'Save Changes' }).click()
      await drawer.getByText(/What they changed could not be read/).waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'shelf',
    shows: 'a county whose packages say what offers mean for them',
    isTall: true,
    async show(page) {
      await haveOwnOffers(page.request)
      await openTravis(page)
      await seeDeal(page)
    },
  },
  {
    screen: 'offers',
    state: 'cart',
    shows: 'each line of the cart explained',
    async show(page) {
      await haveOwnOffers(page.request)
      await fillCart(page)
      await openTravis(page)
      await openCart(page)
      await cartDialog(page).getByText('Subtotal').waitFor()
    },
  },
  {
    screen: 'offers',
    state: 'checkout',
    shows: 'each line of the order explained, and the exact amount on the button',
    isTall: true,
    async show(page) {
      await haveOwnOffers(page.request)
      await openCheckout(page)
      await page.getByRole('region', { name: 'Order Summary' }).getByText('Subtotal').waitFor()
      await waitForCardForm(page)
    },
  },
]

async function openTab(page: Page): Promise<void> {
  await openAs(page, TEAM.ana, '/admin-enhanced?tab=offers')
  await page.getByRole('table', { name: 'Special offers' }).waitFor()
  await page
    .getByText(/^Affects/)
    .nth(1)
    .waitFor()
}

async function openOwn(page: Page): Promise<void> {
  await haveOwnOffers(page.request)
  await openTab(page)
  await page.getByRole('table').getByText(SWITCHED_OFF).first().waitFor()
}

async function openDrawer(page: Page): Promise<Locator> {
  await openOwn(page)
  await page.getByRole('button', { name: 'Edit Texas VIP Week' }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit Texas VIP Week' })
  await drawer.getByText(/^Affects/).waitFor()
  return drawer
}

/** Replies to the next change of an offer as if a colleague had been faster. */
const refuseSaving = (page: Page, status: number, code: string): Promise<unknown> =>
  page.route('**/api/admin/offers/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status, json: { code, message: 'A colleague was faster.', requestId: 'req_1' } })
      : route.fallback(),
  )

const seeDeal = (page: Page): Promise<void> =>
  page
    .getByRole('article', { name: VIP_JUNIOR.name, exact: true })
    .getByText('$239.20')
    .filter({ visible: true })
    .waitFor()

/** Creates them once; the browser that logged in for it is a visitor again afterward. */
async function haveOwnOffers(api: APIRequestContext): Promise<void> {
  await logInWith(api, TEAM.ana)
  const listed: { name: string }[] = await (await api.get('/api/admin/offers')).json()
  for (const offer of OWN_OFFERS) {
    if (listed.some(({ name }) => name === offer.name)) continue
    const made = await api.post('/api/admin/offers', {
      data: { ...offer, attemptId: `picture-${offer.name.replaceAll(' ', '-')}` },
    })
    if (!made.ok()) throw new Error(`${offer.name} was not made: ${await made.text()}`)
    const { id } = await made.json()
    if (offer.name === SWITCHED_OFF) await api.post(`/api/admin/offers/${id}/switch`, { data: { isActive: false } })
  }
  await api.post('/api/logout', { data: {} })
}
