/** The team in the pictures' store: who sells, to whom, and what became of each link. */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import { type APIRequestContext, request } from 'playwright-core'
import { addMembers } from '#testing/members.ts'
import { Buyer, readShop } from '../../bench/lab/buyer.ts'
import { Connection } from '../../bench/lab/connection.ts'
import type { Laboratory } from '../../bench/lab/laboratory.ts'
import { setStock } from '../../bench/lab/stock.ts'
import { logInWith } from '../../e2e/support/team.ts'

const PASSWORD = 'survey-elm-42-parcel'

/** Rita sells, Sven has not started, Tess logs in with a code, Ana administers. */
export const TEAM = {
  rita: { email: 'rita@example.com', password: PASSWORD, username: 'Rita Rep', role: 'sales' },
  sven: { email: 'sven@example.com', password: PASSWORD, username: 'Sven Sales', role: 'sales' },
  tess: { email: 'tess@example.com', password: PASSWORD, username: 'Tess Twofold', role: 'sales' },
  ana: { email: 'ana@example.com', password: PASSWORD, username: 'Ana Admin', role: 'admin' },
} as const

/** The tokens of Rita's links, by what became of them. */
export interface Links {
  open: string
  /** Like the open one, for a card that is declined: the rep reads about it at this customer. */
  declining: string
  paid: string
  expired: string
  replaced: string
}

/** Harris County: sold where the pictures do not look. */
const SOLD = { vip: '48201-vacant-vip-20', premier: '48201-vacant-premier-30' }
/** 36 seconds, the shortest that a store allows. */
export const SHORT_LINKS = { LINK_HOURS: '0.01' }
/** For such a link to expire, and for an email. */
const PATIENCE_MS = 60_000

const CUSTOMERS = {
  carla: {
    fullName: 'Carla Customer',
    email: 'carla@example.com',
    businessName: 'Hill Country Homes',
    cellPhone: '(512) 555-0142',
    address: '1204 Barton Springs Road, Austin, TX 78704',
  },
  omar: { fullName: 'Omar Haddad', email: 'omar.haddad@example.com', businessName: 'Gulf Coast Land Partners' },
  priya: { fullName: 'Priya Raman', email: 'priya@example.com', cellPhone: '(713) 555-0177' },
  wendell: { fullName: 'Wendell Okafor-Lindqvist', email: 'wendell.okafor-lindqvist@example.com' },
  nadia: { fullName: 'Nadia Brandt', email: 'nadia@example.com' },
} as const

type Contact = (typeof CUSTOMERS)[keyof typeof CUSTOMERS]

/** A logged-in member who calls the API. */
interface Member {
  call<Reply = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply>
}

interface Link {
  id: string
  token: string
  total: string
  status: string
}

export async function addTeam(lab: Laboratory): Promise<void> {
  await addMembers(lab.databaseUrl, Object.values(TEAM))
  await setStock(lab.pool, Object.values(SOLD), 100)
}

/** Sends a link on a node with `SHORT_LINKS`. @returns the token of a link that has expired when `waitForEnd` returns */
export async function sendShortLink(url: string): Promise<string> {
  const rita = await signIn(url, TEAM.rita)
  return (await send(rita, CUSTOMERS.priya, [SOLD.vip])).token
}

/** Makes one link in each state, a customer's notes, and a second factor. */
export async function sell(lab: Laboratory, url: string, expired: string): Promise<Links> {
  const rita = await signIn(url, TEAM.rita)
  const paid = await send(rita, CUSTOMERS.carla, [SOLD.vip, SOLD.premier])
  await waitForMail(rita, paid)
  await pay(url, paid)
  const voided = await send(rita, CUSTOMERS.wendell, [SOLD.premier])
  await rita.call('POST', `/api/sales/payment-requests/${voided.id}/void`)
  const soon = await send(rita, CUSTOMERS.omar, [SOLD.vip])
  await haveSentEarlier(lab, soon)
  const replaced = await send(rita, CUSTOMERS.priya, [SOLD.vip])
  await rita.call('POST', `/api/sales/payment-requests/${replaced.id}/resend`, {})
  const declining = await send(rita, CUSTOMERS.nadia, [SOLD.premier])
  const open = await send(
    rita,
    CUSTOMERS.carla,
    [SOLD.vip, SOLD.premier],
    'Five extra leads with this order.\nCall me any time before noon.',
  )
  await takeNotes(rita)
  await turnOnSecondFactor(url)
  await waitForMail(rita, open)
  await waitForEnd(url, expired)
  return { open: open.token, declining: declining.token, paid: paid.token, expired, replaced: replaced.token }
}

async function send(rep: Member, contactInfo: Contact, packageIds: string[], specialOffers?: string): Promise<Link> {
  for (const packageId of packageIds) await rep.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })
  const { total } = await rep.call<{ total: number }>('GET', '/api/cart')
  const sale = { contactInfo, total, attemptId: randomUUID(), ...(specialOffers ? { specialOffers } : {}) }
  return rep.call<Link>('POST', '/api/send-invoice', sale)
}

async function pay(url: string, { token, total }: Link): Promise<void> {
  const connection = await Connection.open(url)
  try {
    await new Buyer(connection).payLink({ token, amount: Number(total) }, (await readShop(url)).key)
  } finally {
    connection.close()
  }
}

/** Makes it look as if it had been sent most of a day ago, so that it expires in 1 h 40 min. */
async function haveSentEarlier(lab: Laboratory, { id }: Link): Promise<void> {
  await lab.pool.query(
    `update payment_requests set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval
     where payment_request_id = $1`,
    [id, '22 hours 20 minutes'],
  )
}

async function takeNotes(rep: Member): Promise<void> {
  const [carla] = await rep.call<{ id: string }[]>('GET', '/api/sales/customers?search=carla')
  const notes = 'Buys every month; prefers email before noon.'
  await rep.call('PATCH', `/api/sales/customers/${carla?.id}/notes`, { notes })
}

async function turnOnSecondFactor(url: string): Promise<void> {
  const tess = await signIn(url, TEAM.tess)
  const path = '/api/profile/second-factor'
  const { secret } = await tess.call<{ secret: string }>('POST', path, { password: PASSWORD })
  await tess.call('PUT', path, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
}

/** Makes a history of prices that leaves them as they were, and a planned change. */
export async function changeSomePrices(url: string): Promise<void> {
  const ana = await signIn(url, TEAM.ana)
  const path = '/api/admin/pricing/changes'
  const changeLandlords = async (value: number, more: object) => {
    const choice = { leadTypes: ['landlord'], tiers: ['vip', 'premier'], sizes: [20, 30] }
    const body = { ...choice, change: { kind: 'amount', value } }
    const { rows } = await ana.call<{ rows: object[] }>('POST', '/api/admin/pricing/preview', body)
    return ana.call<{ id: string }>('POST', path, { attemptId: randomUUID(), rows, ...more })
  }
  const risen = await changeLandlords(5, { note: 'Postage of the county recorders went up' })
  await ana.call('POST', `${path}/${risen.id}/undo`)
  for (const basePrice of [295, 289])
    await ana.call('PUT', '/api/admin/pricing', { leadType: 'owner', tier: 'premium', size: 50, basePrice })
  await changeLandlords(10, { startsAt: '2035-07-02T04:00:00.000Z', note: 'Summer list' })
}

/** Emails go out in the background. A link that is paid before its email is sent is no longer emailed. */
const waitForMail = (rep: Member, { token }: Link) =>
  until(async () => {
    const { mail } = await rep.call<{ mail: { state: string } }>('GET', `/api/invoices/${token}`)
    return mail.state === 'sent'
  })

const waitForEnd = (url: string, token: string) =>
  until(async () => {
    const reply = await fetch(`${url}/api/payment-request/${token}`)
    const { status }: { status?: string } = await reply.json()
    return status === 'expired'
  })

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  while (!(await isSo())) await wait(250, undefined, { signal: patience })
}

async function signIn(url: string, account: { email: string; password: string }): Promise<Member> {
  const api = await request.newContext({ baseURL: url })
  await logInWith(api, account)
  return {
    async call<Reply>(method: string, path: string, data?: unknown) {
      const reply = await api.fetch(path, { method, ...(data === undefined ? {} : { data }) })
      if (!reply.ok()) throw new Error(`${method} ${path} was answered ${reply.status()}: ${await reply.text()}`)
      return (await reply.json()) as Reply
    },
  }
}

/**
 * Makes one more browser session for the account, and ends all others, so that its list of sessions does not depend on
 * earlier pictures.
 */
export async function haveTwoSessions(url: string, api: APIRequestContext): Promise<void> {
  await logInWith(api, TEAM.rita)
  await api.delete('/api/profile/sessions')
  await signIn(url, TEAM.rita)
}
