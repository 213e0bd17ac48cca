/** The lines of screens.ts about the people whose homes are leads: the page where they opt out, and the leads screen. */
import type { Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { open } from './steps.ts'
import { TEAM } from './team.ts'

const DAY_MS = 86_400_000
const at = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

const LEAD = {
  id: 1_204,
  state: 'Texas',
  county: 'Travis',
  leadType: 'vacant',
  tier: 'premier',
  leadState: 'for_sale',
  acquiredAt: at(-4),
  placesLeft: 2,
  held: 0,
  sold: 1,
  hasDetails: true,
}
const LEADS = [LEAD, { ...LEAD, id: 1_207, sold: 0, placesLeft: 3 }, { ...LEAD, id: 1_311, held: 1, placesLeft: 1 }]
const COUNTS = {
  tiers: [
    { tier: 'vip', leads: 46, byPlaces: [46] },
    { tier: 'premier', leads: 188, byPlaces: [12, 34, 142] },
    { tier: 'premium', leads: 0, byPlaces: [] },
    { tier: 'standard', leads: 903, byPlaces: [0, 0, 0, 0, 0, 3, 40, 60, 100, 700] },
  ],
  backing: [
    { leadType: 'vacant', isBacked: true },
    { leadType: 'owner', isBacked: true },
    { leadType: 'landlord', isBacked: false },
  ],
}
const OPENED = {
  ...LEAD,
  details: {
    address: '12 Oak Street',
    city: 'Austin',
    zip: '78701',
    ownerNames: ['Olive Owner', 'Oscar Owner'],
    mailingAddress: 'PO Box 12, Austin, TX 78767',
    phones: [
      { number: '+15125550100', kind: 'mobile', isDoNotCall: false },
      { number: '+15125550101', kind: 'landline', isDoNotCall: true },
    ],
    emails: ['olive@example.com'],
    facts: [
      { name: 'Value', value: '$412,000' },
      { name: 'Year built', value: '1987' },
    ],
    source: 'County records',
    isDoNotCall: false,
    consent: null,
  },
  buyers: [
    {
      orderId: 'ord_picture0000000000000',
      reference: 'LY-7K3M9QXD',
      name: 'Bea Buyer',
      email: 'bea@example.com',
      soldAt: at(-2),
      deliveredAt: at(-2),
      returnedAt: null,
    },
  ],
}
const PREVIEW = {
  isSo: false,
  packages: [20, 30, 50, 100].map((size, index) => ({
    tier: 'vip',
    size,
    before: [2, 1, 0, 0][index],
    after: 5 - index,
  })),
}
const SHORT = [{ orderId: 'ord_picture0000000000000', reference: 'LY-7K3M9QXD', missing: 1, notedAt: at(-0.1) }]

export const OWNERS: readonly Screen[] = [
  { screen: 'opt-out', state: 'page', shows: 'where an owner names a property', isTall: true, show: openOptOut },
  {
    screen: 'opt-out',
    state: 'complaints',
    shows: 'what is missing stands under its field',
    async show(page) {
      await openOptOut(page)
      await page.getByRole('button', { name: 'Remove my property' }).click()
      await page.getByText('Enter the city.').waitFor()
    },
  },
  {
    screen: 'opt-out',
    state: 'done',
    shows: 'the answer, the same for every property',
    isTall: true,
    async show(page) {
      await openOptOut(page)
      await page.getByLabel('Street address of the property').fill('12 Oak Street')
      await page.getByLabel('City').fill('Austin')
      await page.getByLabel('State').fill('TX')
      await page.getByLabel('ZIP').fill('78701')
      await page.getByRole('button', { name: 'Remove my property' }).click()
      await page.getByText('Done: we removed this property').waitFor()
    },
  },
  {
    screen: 'admin-leads',
    state: 'empty',
    shows: 'before a lead file was imported',
    isTall: true,
    async show(page) {
      await answer(page, {
        '**/api/admin/leads': [],
        '**/api/admin/lead-counts': { ...COUNTS, tiers: [], backing: null },
      })
      await openSection(page, '')
      await page.getByText('No leads yet').waitFor()
    },
  },
  { screen: 'admin-leads', state: 'county', shows: 'the leads of a county', isTall: true, show: openCounty },
  {
    screen: 'admin-leads',
    state: 'reason',
    shows: 'a lead is opened for a reason',
    show: askToOpen,
  },
  {
    screen: 'admin-leads',
    state: 'lead',
    shows: 'all that is known of a lead, and who bought it',
    async show(page) {
      await askToOpen(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Open the lead' }).click()
      await page.getByText('12 Oak Street').waitFor()
    },
  },
  {
    screen: 'admin-leads',
    state: 'backing',
    shows: 'what a switch from leads to counting changes',
    async show(page) {
      await openCounty(page)
      await page.getByRole('button', { name: 'Set stock by hand…' }).first().click()
      await page.getByRole('list', { name: 'Old and new numbers' }).waitFor()
    },
  },
]

async function openOptOut(page: Page): Promise<void> {
  await open(page, '/opt-out', 'Remove my property')
}

/** Replies to calls in the store's place, because leads in pictures belong to no one. */
async function answer(page: Page, replies: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [address, json] of Object.entries(replies))
    await page.route(`${address}{,?*}`, (route) => route.fulfill({ json }))
}

async function openSection(page: Page, query: string): Promise<void> {
  await openAs(page, TEAM.ana, `/admin-enhanced/leads${query}`)
  await page.getByRole('heading', { name: 'Leads for sale' }).waitFor()
}

async function openCounty(page: Page): Promise<void> {
  await answer(page, {
    '**/api/admin/leads': LEADS,
    '**/api/admin/lead-counts': COUNTS,
    '**/api/admin/lead-shortfalls': SHORT,
    '**/api/admin/leads/*/look': OPENED,
    '**/api/admin/lead-backing/preview': PREVIEW,
  })
  await openSection(page, '?state=Texas&county=Travis')
  await page.getByText('Lead 1204', { exact: true }).waitFor()
}

async function askToOpen(page: Page): Promise<void> {
  await openCounty(page)
  await page.getByRole('button', { name: 'Open… lead 1204' }).click()
  await page.getByLabel(/^Reason/).fill('Its owner called.')
}
