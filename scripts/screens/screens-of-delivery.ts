/** The lines of screens.ts about delivery: the page behind a delivery link, an order’s clock, the administrators’ queue. */
import type { Page } from 'playwright-core'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { open } from './steps.ts'
import { TEAM } from './team.ts'

const LINK = '/delivery/a-link-for-the-picture-only'
const TOKEN = LINK.slice('/delivery/'.length)
const HOUR_MS = 3_600_000

const at = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

const VIP = {
  tier: 'vip',
  leadType: 'vacant',
  leadTypeName: 'Vacant Houses',
  size: 20,
  sizeName: 'Junior Package',
  state: 'Texas',
  county: 'Travis',
}
const PREMIER = {
  ...VIP,
  tier: 'premier',
  leadType: 'owner',
  leadTypeName: 'Owner Occupied',
  size: 30,
  sizeName: 'Investor Package',
}

const delivery = (packages: readonly object[]) => ({
  reference: 'LY-7K3M9QXD',
  emailHint: 'a•••@example.com',
  deliveredAt: at(-1),
  expiresAt: at(30 * 24 - 1),
  packages,
})
const OF_LEADS = {
  ...VIP,
  lineNumber: 1,
  leads: 25,
  missing: 0,
  files: [
    { format: 'csv', name: 'LY-7K3M9QXD-1-vip-travis.csv', bytes: 5_120 },
    { format: 'xlsx', name: 'LY-7K3M9QXD-1-vip-travis.xlsx', bytes: 6_200 },
  ],
  note: null,
  isDownloaded: false,
}
const BY_NOTE = {
  ...PREMIER,
  lineNumber: 2,
  leads: 35,
  missing: 0,
  files: [],
  note: 'The list came to your office by courier this morning.',
  isDownloaded: false,
}

const entry = (one: object) => ({
  ...PREMIER,
  kind: 'by_hand',
  method: 'email',
  deliveryState: 'waiting',
  leads: 35,
  buyerName: 'Ada Buyer',
  buyerEmail: 'ada@example.com',
  sentAt: null,
  isLate: false,
  hasContent: false,
  problem: null,
  lineNumber: 1,
  ...one,
})
const QUEUE = [
  entry({ orderId: 'ord_0000000001', reference: 'LY-7K3M9QXD', paidAt: at(-25), dueAt: at(-1), isLate: true }),
  entry({ orderId: 'ord_0000000002', reference: 'LY-2HFTB75N', paidAt: at(-21.5), dueAt: at(2.5) }),
  entry({
    ...VIP,
    orderId: 'ord_0000000003',
    reference: 'LY-PAV95C7X',
    paidAt: at(-3),
    dueAt: at(21),
    kind: 'leads',
    deliveryState: 'failed',
    hasContent: true,
    problem: 'The mail was refused: the address or number is not known there.',
  }),
]

const SHORT = {
  ...VIP,
  orderId: 'ord_0000000004',
  reference: 'LY-7K3M9QXD',
  lineNumber: 1,
  leads: 25,
  missing: 2,
  missingInAll: 2,
  buyerName: 'Ada Buyer',
  buyerEmail: 'ada@example.com',
  notedAt: at(-5),
}

const openLink = async (page: Page, packages: readonly object[]): Promise<void> => {
  await page.route(`**/api/deliveries/${TOKEN}`, (route) => route.fulfill({ json: delivery(packages) }))
  await page.route(`**/api/deliveries/${TOKEN}/*/proofs`, (route) =>
    route.fulfill({ json: { ready: 25, waiting: 0, cap: 1 } }),
  )
  await open(page, LINK, 'Your leads')
  await page.getByRole('list', { name: 'Delivered packages' }).waitFor()
}

async function openQueue(page: Page, entries: readonly object[]): Promise<void> {
  await page.route('**/api/admin/fulfilment', (route) => route.fulfill({ json: entries }))
  await openAs(page, TEAM.ana, '/admin-enhanced/fulfilment')
  await page.getByRole('region', { name: 'Fulfillment' }).waitFor()
}

async function openOrder(page: Page, token: string, line: object): Promise<void> {
  const shown = {
    lineNumber: 1,
    state: 'waiting',
    sentAt: null,
    isLate: false,
    deliveryToken: null,
    canRenew: false,
    ...line,
  }
  await page.route('**/api/order-deliveries/*', (route) => route.fulfill({ json: [shown] }))
  await open(page, `/order/${token}`, 'Your order')
  await page.getByRole('region', { name: 'Delivery' }).waitFor()
}

export const DELIVERY: readonly Screen[] = [
  {
    screen: 'delivery',
    state: 'link',
    shows: 'what the link of a delivery mail opens',
    isTall: true,
    show: (page) => openLink(page, [OF_LEADS, BY_NOTE]),
  },
  {
    screen: 'delivery',
    state: 'downloaded',
    shows: 'the same, after its files were downloaded',
    show: (page) => openLink(page, [{ ...OF_LEADS, isDownloaded: true }]),
  },
  {
    screen: 'delivery',
    state: 'for-a-crm',
    shows: 'the same, with the files for a CRM',
    show: async (page) => {
      await openLink(page, [OF_LEADS])
      await page.getByLabel('Where will you use your leads?').selectOption('Salesforce')
      await page.getByRole('button', { name: /^Download for Salesforce/ }).waitFor()
    },
  },
  {
    screen: 'delivery',
    state: 'not-valid',
    shows: 'a link that is mistyped, replaced or over',
    show: (page) => open(page, LINK, 'This link is not valid'),
  },
  {
    screen: 'order',
    state: 'being-prepared',
    shows: 'the 24-hour clock of a package that waits',
    show: (page, { orderToken }) => openOrder(page, orderToken, { dueAt: at(21) }),
  },
  {
    screen: 'order',
    state: 'late',
    shows: 'a package that was not delivered on time',
    show: (page, { orderToken }) => openOrder(page, orderToken, { dueAt: at(-1), isLate: true }),
  },
  {
    screen: 'order',
    state: 'ready',
    shows: 'the way to the leads once they are there',
    show: (page, { orderToken }) =>
      openOrder(page, orderToken, { state: 'sent', dueAt: at(21), sentAt: at(-1), deliveryToken: TOKEN }),
  },
  {
    screen: 'admin-fulfilment',
    state: 'queue',
    shows: 'packages that wait for a person, one late, one whose mail was refused',
    isTall: true,
    async show(page) {
      await openQueue(page, QUEUE)
      await page.getByText('Late', { exact: true }).waitFor()
    },
  },
  {
    screen: 'admin-fulfilment',
    state: 'attach',
    shows: 'a file is delivered',
    async show(page) {
      await openQueue(page, QUEUE)
      await page
        .getByRole('button', { name: /^Attach file/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: /^Deliver a file/ }).waitFor()
    },
  },
  {
    screen: 'admin-fulfilment',
    state: 'mark',
    shows: 'a package is said to be delivered',
    async show(page) {
      await openQueue(page, QUEUE)
      await page
        .getByRole('button', { name: /^Mark delivered/ })
        .first()
        .click()
      await page.getByRole('dialog', { name: /^Was this delivered/ }).waitFor()
    },
  },
  {
    screen: 'admin-fulfilment',
    state: 'short',
    shows: 'a package whose buyer gets fewer leads than were paid for, and how that is settled',
    isTall: true,
    async show(page) {
      await page.route('**/api/admin/fulfilment/shortfalls', (route) => route.fulfill({ json: [SHORT] }))
      await openQueue(page, QUEUE)
      await page.getByText('1 package short of leads').waitFor()
    },
  },
  {
    screen: 'admin-fulfilment',
    state: 'empty',
    shows: 'everything is delivered',
    async show(page) {
      await openQueue(page, [])
      await page.getByText('Everything is delivered').waitFor()
    },
  },
]
