/** A whole store of its own for a file of journeys: the real program, a fresh database, the sandbox's card provider. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addOwnedLeads } from '#testing/deliveries.ts'
import { addMembers } from '#testing/members.ts'
import { fingerprintLeads } from '#testing/opt-outs.ts'
import { COMPILED, serverFile } from '#testing/store-process.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { isVerificationMail, withoutVerification } from '#testing/verification-mails.ts'

const START_MS_MAX = 90_000
const READY = /Leadyard is ready at (http:\S+)/
export const ADMIN = { email: 'admin@example.com', password: 'a-long-enough-phrase-7' }
/** Two sales representatives, who must not see each other's customers. */
export const REPS = [
  { email: 'rita@example.com', password: 'survey-elm-42-parcel', username: 'Rita Rep', role: 'sales' },
  { email: 'sven@example.com', password: 'county-fir-17-ledger', username: 'Sven Sales', role: 'sales' },
] as const

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** `url`: where the file can be read. */
  attachments: readonly { name: string; url: string }[]
}

export interface Store {
  url: string
  /** The mails sent to an address so far, newest first, without those that ask it to confirm itself. */
  mailbox(to: string): Promise<Mail[]>
  /** The mails that ask an address to confirm itself. */
  verificationMails(to: string): Promise<Mail[]>
  /** Puts units on the shelf, as an administrator does. */
  setStock(packageId: string, available: number): Promise<void>
  /** Backs a package's county and lead type by so many leads of a day ago, whose owners are known. */
  addLeads(packageId: string, count: number, known?: number): Promise<void>
  /** Lets leads be told apart by their addresses, as imported ones are: their owners can then ask to be left alone. */
  fingerprintLeads(): Promise<void>
  /** What an order's leads say of their property and owner in the pool, by their addresses. */
  leadsOf(reference: string): Promise<{ address: string; owner: string }[]>
  /** Gives the first so many leads of an order, in the order that claims list them, a number that cannot exist. */
  killPhones(reference: string, count: number): Promise<void>
  /** Lets what an order paid for have been due earlier. */
  ageDeliveries(reference: string, byMs: number): Promise<void>
  /** Changes the national price of a package; dollars. */
  setPrice(price: { leadType: string; tier: string; size: number; basePrice: number }): Promise<void>
  /** Changes a setting that still has its default. */
  changeSetting(name: string, before: number, after: number): Promise<void>
  /** What can be bought of a package now, as any visitor is told. */
  stockOf(place: { state: string; county: string }, packageId: string): Promise<number>
  /** Lets the holds that live now have been placed earlier, as after many renewals; they end as they would have. */
  ageHolds(byMs: number): Promise<void>
  /** Lets leads leave stock now whose owners asked to be left alone. */
  endWithdrawals(): Promise<void>
  /** Lets a payment link have been sent earlier: its end, its reminder and the end of what it holds come sooner by as much. */
  ageLink(token: string, byMs: number): Promise<void>
  /** Does now what a job does when its time by the clock has come. */
  runScheduled(name: string): Promise<void>
  /** Puts a job on the queue whose tries are used up. */
  failJob(name: string, error: string): Promise<void>
  /** Live holds on a package: none is left once what ran out is on the shelf again. */
  holdsOf(packageId: string): Promise<number>
  /** Lets the holds on a package that live now run out at once. */
  endHolds(packageId: string): Promise<void>
  stop(): Promise<void>
}

const LINK_EARLIER = `
  with link as (
    update payment_requests set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
      remind_at = remind_at - $2::interval
    where token = $1 returning order_id
  ), its_order as (
    update orders o set created_at = o.created_at - $2::interval, pay_until = o.pay_until - $2::interval
    from link where o.order_id = link.order_id returning o.order_id, o.revision
  )
  update holds h set placed_at = h.placed_at - $2::interval, expires_at = h.expires_at - $2::interval
  from its_order join order_lines l using (order_id, revision) where h.hold_id = l.hold_id`

const LEADS_OF = `
  select d.address, array_to_string(d.owner_names, '; ') as owner
  from orders o join order_leads l using (order_id) join lead_details d using (lead_id)
  where o.reference = $1 order by d.address collate "C"`

const KILL_PHONES = `
  update lead_details set phones = '[{"number": "+15551230000", "kind": "mobile", "isDoNotCall": false}]'
  where lead_id in (
    select l.lead_id from orders o join order_leads l using (order_id) join lead_details d using (lead_id)
    where o.reference = $1 order by d.address, l.lead_id limit $2)`

const DELIVERIES_EARLIER = `
  update deliveries d set created_at = d.created_at - $2::interval, due_at = d.due_at - $2::interval
  from orders o where o.order_id = d.order_id and o.reference = $1`

/** Starts the server as `npm start` does and waits until it says that it is ready. */
export async function startStore(env: Readonly<Record<string, string>> = {}): Promise<Store> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-e2e-'))
  const program = spawn(process.execPath, [await serverFile()], {
    env: {
      PATH: process.env.PATH,
      ...COMPILED,
      TZ: 'UTC',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: '0',
      RATE_LIMITS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      VIP_GROUP_URL: 'https://example.com/vip',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = async () => {
    if (program.exitCode === null && program.signalCode === null) {
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const url = await readyUrl(program)
    const mailsTo = (to: string) => getJson<Mail[]>(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)
    await addMembers(database.url, REPS)
    // Not before it is needed: a store may have passwords turned off.
    let signedIn: Promise<string> | undefined
    const change = async (path: string, body: unknown) => {
      signedIn ??= signIn(url)
      await administrate(url, await signedIn, path, body)
    }
    return {
      url,
      stop,
      mailbox: async (to) => withoutVerification(await mailsTo(to)),
      verificationMails: async (to) => (await mailsTo(to)).filter(isVerificationMail),
      setStock: (packageId, available) => change(`packages/${packageId}/availability`, { available }),
      addLeads: (packageId, count, known) => addOwnedLeads(database.url, packageId, count, known),
      fingerprintLeads: () => fingerprintLeads(database.url),
      leadsOf: async (reference) => (await database.pool.query(LEADS_OF, [reference])).rows,
      killPhones: async (reference, count) => {
        await database.pool.query(KILL_PHONES, [reference, count])
      },
      ageDeliveries: async (reference, byMs) => {
        await database.pool.query(DELIVERIES_EARLIER, [reference, `${byMs} milliseconds`])
      },
      changeSetting: (name, before, after) => change('settings', { changes: [{ name, before, after }] }),
      setPrice: (price) => change('pricing', price),
      ageHolds: async (byMs) => {
        const earlier = `update holds set placed_at = placed_at - $1::interval where state = 'live'`
        await database.pool.query(earlier, [`${byMs} milliseconds`])
      },
      endHolds: async (packageId) => {
        const now = `update holds set expires_at = now() where state = 'live' and package_id = $1`
        await database.pool.query(now, [packageId])
      },
      holdsOf: async (packageId) => {
        const live = `select from holds where state = 'live' and package_id = $1`
        return (await database.pool.query(live, [packageId])).rowCount ?? Number.NaN
      },
      runScheduled: async (name) => {
        await database.pool.query(`select graphile_worker.add_job($1, payload := '{}')`, [name])
      },
      failJob: async (name, error) => {
        const failed = `select graphile_worker.permanently_fail_jobs(
          array(select (graphile_worker.add_job($1, payload := '{}', run_at := now() + interval '1 day')).id), $2)`
        await database.pool.query(failed, [name, error])
      },
      endWithdrawals: async () => {
        await database.pool.query('update suppressions set withdraw_at = now() where withdraw_at is not null')
        await database.pool.query(`select graphile_worker.add_job('withdraw-suppressed', payload := '{}')`)
      },
      ageLink: async (token, byMs) => {
        await database.pool.query(LINK_EARLIER, [token, `${byMs} milliseconds`])
      },
      stockOf: async ({ state, county }, packageId) => {
        const packages = await getJson<{ id: string; available: number }[]>(`${url}/api/packages/${state}/${county}`)
        return packages.find((one) => one.id === packageId)?.available ?? Number.NaN
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The address from the line the program prints; what it printed otherwise explains a failed start. */
function readyUrl(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (why: string) => reject(new Error(`The store did not start: ${why}\n${printed}`))
    const timer = setTimeout(() => fail(`not ready within ${START_MS_MAX} ms`), START_MS_MAX)
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-20_000)
      const url = READY.exec(printed)?.[1]
      if (url === undefined) return
      clearTimeout(timer)
      resolve(url)
    }
    program.stdout?.on('data', read)
    program.stderr?.on('data', read)
    program.once('exit', (code) => {
      clearTimeout(timer)
      fail(`it ended with code ${code}`)
    })
  })
}

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${await response.text()}`)
  return response.json() as Promise<T>
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  if (!response.ok) throw new Error(`the administrator could not sign in: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

async function administrate(url: string, cookie: string, path: string, body: unknown, method = 'PUT'): Promise<void> {
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was not changed: ${await response.text()}`)
}
