/** Whole stores for journeys: the real program, a fresh database, the sandbox's card provider. */
import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { addOwnedLeads } from '#testing/deliveries.ts'
import { addMembers } from '#testing/members.ts'
import { fingerprintLeads } from '#testing/opt-outs.ts'
import { type StoreProcess, startStore as startProcess } from '#testing/store-process.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { isVerificationMail, withoutVerification } from '#testing/verification-mails.ts'
import { ADMIN, REPS } from './accounts.ts'
import { type Member, signInAs } from './members.ts'

export { ADMIN, REPS }

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
  /** Whether journeys of other files use it too, see `withSharedStore`. */
  isShared: boolean
  /** The mails sent to an address so far, newest first, without those that ask it to confirm itself. */
  mailbox(to: string): Promise<Mail[]>
  /** The mails that ask an address to confirm itself. */
  verificationMails(to: string): Promise<Mail[]>
  /** Puts units on the shelf, as an administrator does. */
  setStock(packageId: string, available: number): Promise<void>
  /** Backs a package's county and lead type by so many new leads of a day ago, whose owners are known. */
  addLeads(packageId: string, count: number): Promise<void>
  /** Lets leads be told apart by their addresses, as imported ones are: their owners can then ask to be left alone. */
  fingerprintLeads(): Promise<void>
  /** The address and owner of each lead of an order, as stored in the pool, sorted by address. */
  leadsOf(reference: string): Promise<{ address: string; owner: string }[]>
  /** Gives the first leads of an order, in the order that claims list them, a phone number that can't exist. */
  killPhones(reference: string, count: number): Promise<void>
  /** Moves the times at which an order's packages were due into the past. */
  ageDeliveries(reference: string, byMs: number): Promise<void>
  /** Changes the national price of a package; dollars. */
  setPrice(price: { leadType: string; tier: string; size: number; basePrice: number }): Promise<void>
  /** Changes a setting that still has its default. */
  changeSetting(name: string, before: number, after: number): Promise<void>
  /** How many units of a package can be bought now, as any visitor sees it. */
  stockOf(place: { state: string; county: string }, packageId: string): Promise<number>
  /** Moves the start of all live holds into the past, as after many renewals; their ends stay. */
  ageHolds(byMs: number): Promise<void>
  /** Lets the holds that live now live for another day. */
  keepHolds(): Promise<void>
  /** Lets leads leave stock now whose owners asked to be left alone. */
  endWithdrawals(): Promise<void>
  /** Moves a payment link into the past: it ends, reminds and frees what it holds that much sooner. */
  ageLink(token: string, byMs: number): Promise<void>
  /** Runs a scheduled job now. */
  runScheduled(name: string): Promise<void>
  /** Puts a job with no tries left on the queue. */
  failJob(name: string, error: string): Promise<void>
  /** How many holds on a package are live: none once expired ones are back on the shelf. */
  holdsOf(packageId: string): Promise<number>
  /** Ends all live holds on a package now. */
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

/** What to end and remove if the worker ends before its stores did. */
const running = new Map<ChildProcess, string>()

// Vitest ends a worker with this signal. Nothing of its stores is needed then, so they needn't end in good order.
process.once('SIGTERM', () => {
  for (const [program, dataDir] of running) {
    program.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exit()
})

let shared: Promise<Store> | undefined

/**
 * Gives a file's journeys the store that all such files of the worker share, which saves its start. They must neither
 * change settings, prices or members nor count what the whole store has. Each file uses email addresses of its own, and
 * a county of its own (`shelfOf`) if it adds leads; otherwise, `setStock` decides what a county has.
 *
 * @param prepare runs once before the file's first journey, such as to set stock
 */
export function withSharedStore(prepare?: (store: Store) => Promise<unknown>): Store {
  const open = async () => {
    shared ??= startStore().then((store) => ({ ...store, isShared: true }))
    // What earlier files hold would come back to the shelf in the middle of a journey.
    await (await shared).keepHolds()
    return shared
  }
  return provide(open, prepare)
}

/**
 * Gives a file's journeys a store of their own.
 *
 * @param env the environment it starts with; a function if something has to start before it
 * @param prepare runs once before the file's first journey, such as to set stock
 */
export function withStore(env: Env | (() => Env) = {}, prepare?: (store: Store) => Promise<unknown>): Store {
  let own: Store | undefined
  const store = provide(async () => (own = await startStore(typeof env === 'function' ? env() : env)), prepare)
  afterAll(() => own?.stop())
  return store
}

type Env = Readonly<Record<string, string>>

/** The store can be read from the first hook or journey on that comes after this call. */
function provide(open: () => Promise<Store>, prepare?: (store: Store) => Promise<unknown>): Store {
  let opened: Store | undefined
  beforeAll(async () => {
    opened = await open()
    await prepare?.(opened)
  })
  return new Proxy({} as Store, {
    get(_, key) {
      if (!opened) throw new Error('The store opens before the first journey: read it in a journey or a hook.')
      return Reflect.get(opened, key)
    },
  })
}

/** Starts the server as `npm start` does and waits until it says that it is ready. */
export async function startStore(env: Env = {}): Promise<Store> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-e2e-'))
  let program: StoreProcess | undefined
  const stop = async () => {
    program?.process.kill('SIGTERM')
    await program?.ended
    if (program) running.delete(program.process)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    program = await startProcess(database.url, {
      TZ: 'UTC',
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      VIP_GROUP_URL: 'https://example.com/vip',
      ...env,
    })
    running.set(program.process, dataDir)
    const { url } = program
    const mailsTo = (to: string) => getJson<Mail[]>(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`)
    await addMembers(database.url, REPS)
    // Not before it is needed: a store may have passwords turned off.
    let admin: Promise<Member> | undefined
    let properties = 0
    const change = async (path: string, body: unknown) => {
      admin ??= signInAs({ url }, ADMIN)
      await (await admin).call('PUT', `/api/admin/${path}`, body)
    }
    return {
      url,
      isShared: false,
      stop,
      mailbox: async (to) => withoutVerification(await mailsTo(to)),
      verificationMails: async (to) => (await mailsTo(to)).filter(isVerificationMail),
      setStock: (packageId, available) => change(`packages/${packageId}/availability`, { available }),
      addLeads: async (packageId, count) => {
        const known = properties
        properties += count
        await addOwnedLeads(database.url, packageId, count, known)
      },
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
      keepHolds: async () => {
        await database.pool.query(`update holds set expires_at = now() + interval '1 day' where state = 'live'`)
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

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} from ${url}: ${await response.text()}`)
  return response.json() as Promise<T>
}
