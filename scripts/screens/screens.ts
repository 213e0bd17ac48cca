/**
 * Every screen of the store and of its sales team, in every state. A new screen or state is a new line here or in the
 * files next to this one: how to get there, and what must be visible before the picture is taken. If a state does not
 * come up, its name is reported.
 */
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import { ACCOUNT, ADMIN } from './screens-of-accounts.ts'
import { ANALYTICS } from './screens-of-analytics.ts'
import { AFTERWARDS, CART, CHECKOUT } from './screens-of-buying.ts'
import { CLAIMS } from './screens-of-claims.ts'
import { DELIVERY } from './screens-of-delivery.ts'
import { DESK } from './screens-of-desk.ts'
import { INVENTORY } from './screens-of-inventory.ts'
import { LEAD_FILES } from './screens-of-lead-files.ts'
import { INVOICE, LINK, MAILBOX } from './screens-of-links.ts'
import { OFFERS } from './screens-of-offers.ts'
import { OPERATIONS } from './screens-of-operations.ts'
import { ORDER_SCREENS } from './screens-of-order-screens.ts'
import { OWNERS } from './screens-of-owners.ts'
import { PRICING } from './screens-of-pricing.ts'
import { PROOFS } from './screens-of-proofs.ts'
import { RESTOCKS } from './screens-of-restocks.ts'
import { SALES } from './screens-of-selling.ts'
import { SETTINGS } from './screens-of-settings.ts'
import { STOCK_FILES } from './screens-of-stock-files.ts'
import { MEMBERS } from './screens-of-team.ts'
import {
  breakPackages,
  emptyCart,
  fillCart,
  neverAnswerPackages,
  open,
  openTravis,
  SOLD_OUT_PAGE,
  TRAVIS_PAGE,
} from './steps.ts'

const HOME: readonly Screen[] = [
  {
    screen: 'home',
    state: 'top',
    shows: 'the first look',
    show: (page) => openHome(page),
  },
  {
    screen: 'home',
    state: 'sample',
    shows: 'a sample lead and what is promised',
    async show(page) {
      await openHome(page)
      await page.getByRole('link', { name: 'See a sample lead' }).click()
    },
  },
  { screen: 'home', state: 'whole', shows: 'all sections', isTall: true, show: (page) => openHome(page) },
]

const LEADS: readonly Screen[] = [
  {
    screen: 'leads',
    state: 'empty',
    shows: 'nothing chosen yet',
    async show(page) {
      await open(page, '/leads', 'Browse Premium Leads')
      await page.getByText('Please select a state and county to view available lead packages.').waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'loading',
    shows: 'the county’s packages are on their way',
    async show(page) {
      await neverAnswerPackages(page)
      await page.goto(TRAVIS_PAGE)
      await page.getByText('Loading packages').waitFor({ state: 'attached' })
    },
  },
  { screen: 'leads', state: 'county', shows: 'a county with stock', show: openTravis },
  { screen: 'leads', state: 'county-whole', shows: 'the same, further down', isTall: true, show: openTravis },
  {
    screen: 'leads',
    state: 'sample',
    shows: 'a sample lead of a tier',
    async show(page) {
      await openTravis(page)
      await page.getByRole('button', { name: 'See a sample VIP lead' }).click()
      await page.getByRole('dialog', { name: 'A sample VIP lead' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'held',
    shows: 'two packages are held in the cart',
    async show(page) {
      await fillCart(page)
      await openTravis(page)
      await page.getByRole('button', { name: 'Cart (2)' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'sold-out',
    shows: 'a county where nothing is left',
    async show(page) {
      await page.goto(SOLD_OUT_PAGE)
      await page.getByRole('region', { name: 'Nearby, in stock' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'error',
    shows: 'the packages could not be loaded',
    async show(page) {
      await breakPackages(page)
      await page.goto(TRAVIS_PAGE)
      await page.getByText('The packages could not be loaded').waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'unknown-county',
    shows: 'an address with a county that does not exist',
    async show(page) {
      await page.goto('/leads?state=Texas&county=Atlantis')
      await page.getByText(/There is no county called/).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'search',
    shows: 'a county is found by a few letters',
    async show(page) {
      await open(page, '/leads', 'Browse Premium Leads')
      await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('trav')
      await page
        .getByRole('option', { name: /Travis/ })
        .first()
        .waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'map',
    shows: 'live stock on the map of the states',
    isTall: true,
    async show(page) {
      await page.goto('/leads?view=map')
      await page.getByRole('listbox', { name: 'Map of the United States' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'map-of-state',
    shows: 'live stock on the map of a state’s counties',
    isTall: true,
    async show(page) {
      await page.goto('/leads?state=Texas&view=map')
      await page.getByRole('listbox', { name: 'Map of Texas' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'choose',
    shows: 'the choice of another county, opened over the chosen one',
    async show(page) {
      await page.goto(`${TRAVIS_PAGE}&view=choose`)
      await page.getByRole('link', { name: 'Keep Travis' }).waitFor()
    },
  },
  {
    screen: 'leads',
    state: 'offline',
    shows: 'the connection is lost while looking at a county',
    async show(page) {
      await openTravis(page)
      await page.context().setOffline(true)
      await page.getByText(/You are offline/).waitFor()
    },
  },
]

/** In the order of the index. */
export const SCREENS: readonly Screen[] = [
  ...HOME,
  ...LEADS,
  ...CART,
  ...CHECKOUT,
  ...AFTERWARDS,
  ...DELIVERY,
  ...PROOFS,
  ...CLAIMS,
  ...DESK,
  ...RESTOCKS,
  ...LINK,
  ...MAILBOX,
  ...ACCOUNT,
  ...SALES,
  ...INVOICE,
  ...ADMIN,
  ...PRICING,
  ...ORDER_SCREENS,
  ...INVENTORY,
  ...STOCK_FILES,
  ...LEAD_FILES,
  ...MEMBERS,
  ...ANALYTICS,
  ...OWNERS,
  ...SETTINGS,
  ...OFFERS,
  ...OPERATIONS,
]

/** After each picture, gives back what was held, so that the next one finds the same stock. */
export async function leave(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await emptyCart(page)
}

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Buying Leads Today' }).first().waitFor()
}
