/** Follows every link of the public pages, and of what the store mails and attaches, to a page that is not an error. */
import { globSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MESSAGE_KINDS } from '#contract/admin/messages.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { payLink } from './support/pay-link.ts'
import { buyAtOnce, putInCart, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Mail, REPS, type Store, startStore } from './support/store.ts'
import { logInWith } from './support/team.ts'

const [RITA, SVEN] = REPS
const HOUR_MS = 3_600_000
const BUYER = 'ada@example.com'
/** Packages whose stock is a number, and not leads. */
const PLAIN = '48021-vacant-vip-20'
const SOLD_OUT = '48021-vacant-standard-20'
/** Pages of one kind that are followed, such as counties: they differ only in what they show. */
const ALIKE_MAX = 2
/** Dozens of pages, one after another. */
const PATIENCE_MS = 400_000
/** What the store’s screens say in place of what was asked for. */
const ERROR =
  /404: Page|Not Found\b|There is no (?:state|county) called|could not be (?:loaded|opened|shown)|not valid\b|no longer works|Access Denied/

/** Kinds that are not sent here. Where their links lead is followed too, see `addressesInSource`. */
const NOT_SENT_HERE: readonly string[] = [
  'money_returned',
  'credit_late',
  'credit_returning',
  'credit_code',
  'webhook_off',
  'cash_app_withdrawn',
  'claims_answered',
  'low_stock',
  'opt_out_notice',
  'opt_out_confirmation',
  'opt_out_alarm',
  'delivery_warning',
  'second_factor_removed',
  'passkey_added',
  'passkey_removed',
]

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.addLeads(VIP_JUNIOR.id, 200)
  await store.setStock(PLAIN, 50)
})
afterAll(() => store.stop())

/** A link, and where it was found. */
interface FoundLink {
  url: string
  where: string
}

/** Links that were followed, by their address without what only the browser sees. */
class Crawl {
  readonly problems: string[] = []
  readonly followed = new Set<string>()
  readonly #alike = new Map<string, number>()
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens a link, unless it was opened before or leaves the store, and says what went wrong. */
  async follow({ url, where }: FoundLink): Promise<FoundLink[]> {
    const link = new URL(url)
    if (link.origin !== store.url || this.followed.has(url)) return []
    const kind = `${link.pathname.replace(/[\w.-]{20,}/g, '…')} ${[...link.searchParams.keys()].sort()}`
    const alike = (this.#alike.get(kind) ?? 0) + 1
    if (alike > ALIKE_MAX) return []
    this.#alike.set(kind, alike)
    this.followed.add(url)
    const problem = (what: string) => this.problems.push(`${what}: ${url} on ${where}`)
    const reply = await this.page.request.get(url)
    if (reply.status() >= 400) problem(`answered ${reply.status()}`)
    // The page of the API is a program of its own, with a journey of its own.
    const { 'content-type': type = '', 'content-disposition': disposition = '' } = reply.headers()
    if (link.pathname === '/api' || !type.startsWith('text/html') || disposition.startsWith('attachment')) return []
    // Another document each time, as from a mail: a link that differs only behind its # would not load.
    await this.page.goto('about:blank')
    await this.page.goto(url)
    await this.page.waitForLoadState('networkidle')
    const says = ERROR.exec((await this.page.locator('body').textContent()) ?? '')?.[0]
    // The invoice of an ended request rightly says so of its link.
    const isEnded = link.pathname.startsWith('/invoice/') && says === 'no longer works'
    if (says && !isEnded) problem(`says “${says}”`)
    const anchor = /^[\w-]+$/.exec(link.hash.slice(1))?.[0]
    if (anchor && link.pathname !== '/desk' && (await this.page.locator(`[id="${anchor}"]`).count()) === 0)
      problem('leads to a part that is not there')
    return this.#linksOn(link.pathname + link.search)
  }

  async #linksOn(where: string): Promise<FoundLink[]> {
    const urls = await this.page
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    return urls.filter((url) => url.startsWith('http')).map((url) => ({ url, where }))
  }

  /** Follows these links, the links of the pages they lead to, and so on. */
  async followAll(links: readonly FoundLink[]): Promise<void> {
    const left = [...links]
    for (let next = left.shift(); next; next = left.shift()) left.push(...(await this.follow(next)))
  }
}

async function openCrawl(): Promise<Crawl> {
  const page = await openPage(store, { expects: [/ERR_FAILED/] })
  // A stream never ends, so the page would never be at rest.
  await page.route('**/api/live/**', (route) => route.abort())
  return new Crawl(page)
}

const at = (path: string): FoundLink => ({ url: `${store.url}${path}`, where: 'the start' })

test(
  'every link of the public pages leads to a page',
  async () => {
    const crawl = await openCrawl()

    const paths = [
      '/',
      '/leads?state=Texas&county=Travis',
      '/leads?state=Texas&view=map',
      '/desk',
      '/login',
      '/verify',
      '/api',
    ]
    await crawl.followAll(paths.map(at))

    expect(crawl.problems).toEqual([])
    expect(crawl.followed.size).toBeGreaterThan(12)
  },
  PATIENCE_MS,
)

test(
  'every link of the store’s mails and receipts leads to a page',
  async () => {
    const buyer = await openPage(store)
    await makeMails(buyer, await signInAs(store, ADMIN), await signInAs(store, RITA))
    const expected = Object.keys(MESSAGE_KINDS).filter((kind) => !NOT_SENT_HERE.includes(kind))
    const kinds = async () => [...new Set((await mails()).map(kindOf))]
    await expect.poll(kinds, { timeout: 40_000 }).toEqual(expect.arrayContaining(expected))

    const members = [ADMIN.email, RITA.email, SVEN.email, 'rita.new@example.com', 'nina@example.com']
    const [asBuyer, asMember] = [await openCrawl(), await openCrawl()]
    await logInWith(asMember.page.request, ADMIN)
    for (const mail of await mails()) {
      const isToMember = members.some((member) => mail.to.includes(member))
      for (const link of await linksOf(mail)) await (isToMember ? asMember : asBuyer).follow(link)
    }
    for (const path of addressesInSource()) await asMember.follow({ url: `${store.url}${path}`, where: 'the source' })

    expect([...asBuyer.problems, ...asMember.problems]).toEqual([])
    expect(asBuyer.followed.size).toBeGreaterThanOrEqual(10)
  },
  PATIENCE_MS,
)

const mails = async (): Promise<Mail[]> => (await fetch(`${store.url}/sandbox/mailbox.json`)).json()
const kindOf = ({ messageId }: Mail): string => messageId.replace(/^</, '').split('.')[0] ?? ''

/** Addresses that the mails of every kind name in the source, apart from those with something of one mail in their path. */
function addressesInSource(): string[] {
  const files = globSync('src/server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  const found = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/publicUrl\}(\/[\w/-]*(?:\?[\w=&]*)?)(?=[`'#])/g),
  ])
  const paths = new Set(found.map(([, path = '']) => path))
  expect([...paths]).toEqual(expect.arrayContaining(['/opt-out', '/desk', '/admin-enhanced/fulfilment']))
  return [...paths]
}

/** The links of both forms of a mail and of its PDFs. */
async function linksOf(mail: Mail): Promise<FoundLink[]> {
  const pdfs = mail.attachments.filter(({ name }) => name.endsWith('.pdf'))
  const files = await Promise.all(pdfs.map(async ({ url }) => (await fetch(new URL(url, store.url))).text()))
  const found = [
    ...(mail.text.match(/https?:\/\/[^\s<>"]*[\w/=-]/g) ?? []).map((url) => ({ url, where: 'text' })),
    ...[...mail.html.matchAll(/href="(http[^"]+)"/g)].map(([, url = '']) => ({
      url: url.replaceAll('&amp;', '&'),
      where: 'html',
    })),
    ...files.flatMap((file) =>
      [...file.matchAll(/\/URI \((http[^)]*)\)/g)].map(([, url = '']) => ({ url, where: 'PDF' })),
    ),
  ]
  return found.map(({ url, where }) => ({ url, where: `the ${where} of “${mail.subject}”` }))
}

/** Has the store send one of each kind of mail, by the calls of its pages. */
async function makeMails(page: Page, admin: Member, rita: Member): Promise<void> {
  const call = async (method: string, path: string, data?: object) => {
    const reply = await page.request.fetch(`/api/${path}`, { method, ...(data ? { data } : {}) })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.json()
  }
  const reference = await buyAtOnce(page, BUYER, PLAIN)
  await buyAtOnce(page, BUYER)
  const [found] = await admin.call<{ id: string }[]>('GET', `/api/admin/orders?search=${reference}`)
  const order = `/api/admin/orders/${found?.id}`
  const attempt = { attemptId: 'attempt-every-link', reason: 'asked for it' }
  await admin.call('POST', `${order}/refunds`, attempt)
  await admin.call('POST', `${order}/credit`, { ...attempt, change: 'grant', amount: 5 })
  await call('POST', 'desk/codes', { email: BUYER })
  const code = async () =>
    (await mails()).find(({ subject }) => subject.includes('opens your orders'))?.subject.slice(0, 9) ?? ''
  await expect.poll(code, { timeout: 15_000 }).not.toBe('')
  await call('POST', 'desk/open', { email: BUYER, code: await code() })
  await call('POST', 'desk/keys', { name: 'Own program', scopes: ['orders:read'] })
  await call('POST', 'desk/webhooks', { url: 'https://hooks.example.com/leads', eventTypes: ['lead.delivered'] })
  await rita.call('POST', '/api/profile/proof', { password: RITA.password })
  await rita.call('POST', '/api/profile/keys', { name: 'Reports', scopes: ['read'] })

  await call('POST', 'restock-requests', { packageId: SOLD_OUT, email: 'walt@example.com' })
  const secret = async () =>
    (await mails()).flatMap(({ text }) => /\/desk#confirm=([\w-]+)/.exec(text)?.[1] ?? [])[0] ?? ''
  await expect.poll(secret, { timeout: 15_000 }).not.toBe('')
  await call('POST', 'restock-requests/confirm', { secret: await secret() })
  await store.setStock(SOLD_OUT, 5)
  const owner = { street: '12 Oak Street', city: 'Austin', state: 'TX', zip: '78704', email: 'owner@example.com' }
  await call('POST', 'opt-out', owner)

  const waits = async (email: string) => {
    await putInCart(page, PLAIN)
    const { total } = await call('GET', 'cart')
    return call('POST', 'cash-app-orders', { amount: total, contactInfo: { fullName: 'Cora Cash', email } })
  }
  const cashApp = await waits('cora@example.com')
  const isTold = async () => (await mails()).some((mail) => kindOf(mail) === 'cash_app_instructions')
  await expect.poll(isTold, { timeout: 15_000 }).toBe(true)
  await admin.call('POST', `/api/admin/cash-app-orders/${cashApp.reference}/reject`, { reason: 'not received' })

  const send = (email: string) => sendLink(rita, { email, packageIds: [PLAIN] })
  await payLink(store, await send('carla@example.com'))
  const reminded = await send('remy@example.com')
  await store.ageLink(reminded.token, 19 * HOUR_MS)
  const late = await send('lena@example.com')
  await store.ageLink(late.token, 25 * HOUR_MS)
  await expect
    .poll(async () => (await call('GET', `payment-request/${late.token}`)).status, { timeout: 15_000 })
    .toBe('expired')
  await call('POST', `payment-request/${late.token}/new-link`)

  await call('POST', 'password-reset', { email: SVEN.email })
  const nina = await admin.call<{ id: string }>('POST', '/api/admin/users', {
    username: 'Nina New',
    email: 'nina@example.com',
    role: 'sales',
  })
  const report = { startDate: '2026-01-01', endDate: '2026-01-31', attemptId: 'attempt-report' }
  await admin.call('POST', `/api/admin/users/${nina.id}/pay-report/mails`, report)
  await rita.call('PUT', '/api/profile/password', {
    currentPassword: RITA.password,
    newPassword: 'elm-survey-parcel-43',
  })
  await rita.call('PUT', '/api/profile/email', { email: 'rita.new@example.com', password: 'elm-survey-parcel-43' })
}
