/** Whole stores for journeys: the real program, a fresh database, the sandbox's card provider. */
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
import { ADMIN, REPS } from './accounts.ts'
import { memberOf } from './members.ts'
import { PREMIER_INVESTOR, TRAVIS, VIP_JUNIOR } from './shopping.ts'

export { ADMIN, REPS }

/** The first store of a run waits until PostgreSQL has started too, which takes minutes on a busy machine. */
const START_MS_MAX = 300_000

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  /** `url`: where the file can be read. */
  attachments: readonly { name: string; url: string }[]
}

export type Store = Awaited<ReturnType<typeof startStore>>

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

const HOLDS_END = `update holds set expires_at = now() + $1::interval where state = 'live' and $2 in ('', package_id)`
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

const FAILED_JOB = `select graphile_worker.permanently_fail_jobs(
  array(select (graphile_worker.add_job($1, payload := '{}', run_at := now() + interval '1 day')).id), $2)`

const dataDirs = new Set<string>()

// Vitest ends a worker with this signal. Nothing of its stores is needed then, so they need not end in good order.
process.once('SIGTERM', () => {
  process.once('exit', () => {
    for (const dataDir of dataDirs) rmSync(dataDir, { recursive: true, force: true })
  })
  process.exit()
})

let shared: Promise<Store> | undefined

/**
 * Gives a file's journeys the store that all such files of the worker share, which saves its start. They must neither
 * change settings, prices or members nor count what the whole store has. Each file uses email addresses of its own, and
 * a county of its own (`packagesOf`) if it adds leads; otherwise, `setStock` decides what a county has.
 * @param prepare runs once before the file's first journey, such as to set stock
 */
export function withSharedStore(prepare?: (store: Store) => Promise<unknown>): Store {
  const open = async () => {
    shared ??= startStore().then((store) => ({ ...store, isShared: true }))
    // What earlier files hold would come back on sale in the middle of a journey.
    await (await shared).endHoldsIn(24 * 60 * 60_000)
    return shared
  }
  return provide(open, prepare)
}

/** Gives a file's journeys a store of their own. @param prepare runs once before the first, such as to set stock */
export function withStore(env: Env = {}, prepare?: (store: Store) => Promise<unknown>): Store {
  let own: Store | undefined
  const store = provide(async () => (own = await startStore(env)), prepare)
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
  }, START_MS_MAX)
  return new Proxy({} as Store, {
    get(_, key) {
      if (!opened) throw new Error('The store opens before the first journey: read it in a journey or a hook.')
      return Reflect.get(opened, key)
    },
  })
}

/** Starts the server as `npm start` does and waits until it says that it is ready. */
export async function startStore(env: Env = {}) {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-e2e-'))
  dataDirs.add(dataDir)
  let program: StoreProcess | undefined
  const stop = async () => {
    program?.process.kill('SIGTERM')
    await program?.ended
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
    dataDirs.delete(dataDir)
  }
  try {
    program = await startProcess(database.url, {
      TZ: 'UTC',
      DATA_DIR: dataDir,
      DEMO: '0',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    })
    const { url } = program
    await addMembers(database.url, REPS)
    const admin = memberOf({ url }, ADMIN)
    let properties = 0
    const sql = (text: string, ...values: unknown[]) => database.pool.query(text, values)
    const setStock = (packageId: string, available: number) =>
      change(`packages/${packageId}/availability`, { available })
    const change = (path: string, body: unknown) => admin.call<void>('PUT', `/api/admin/${path}`, body)
    return {
      url,
      /** Whether journeys of other files use it too, see `withSharedStore`. */
      isShared: false as boolean,
      stop,
      /** The mails sent to an address so far, newest first. */
      mailbox: (to: string) => getJson<Mail[]>(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`),
      setStock,
      /** Puts so many units of each of Travis's two packages on sale. */
      setStocks: async (available: number) => {
        for (const { id } of [VIP_JUNIOR, PREMIER_INVESTOR]) await setStock(id, available)
      },
      /** Backs a package's county and lead type by so many new leads of a day ago, whose owners are known. */
      addLeads: async (packageId: string, count: number) => {
        const known = properties
        properties += count
        await addOwnedLeads(database.url, packageId, count, known)
      },
      /** Lets leads be told apart by their addresses, as imported ones are: their owners can then ask to be left alone. */
      fingerprintLeads: () => fingerprintLeads(database.url),
      /** What an order's leads say of their property and owner in the pool, by their addresses. */
      leadsOf: async (reference: string) =>
        (await database.pool.query<{ address: string; owner: string }>(LEADS_OF, [reference])).rows,
      /** Gives the first so many leads of an order, in the order that claims list them, a number that cannot exist. */
      killPhones: (reference: string, count: number) => sql(KILL_PHONES, reference, count),
      /** Lets what an order paid for have been due earlier. */
      ageDeliveries: (reference: string, byMs: number) => sql(DELIVERIES_EARLIER, reference, `${byMs} milliseconds`),
      /** Changes a setting that still has its default. */
      changeSetting: (name: string, before: number, after: number) =>
        change('settings', { changes: [{ name, before, after }] }),
      /** Changes the national price of a package; dollars. */
      setPrice: (price: { leadType: string; tier: string; size: number; basePrice: number }) =>
        change('pricing', price),
      /** Lets the holds that live now have been placed earlier, as after many renewals; they end as they would have. */
      ageHolds: (byMs: number) =>
        sql(`update holds set placed_at = placed_at - $1::interval where state = 'live'`, `${byMs} milliseconds`),
      ageCashApp: () => sql(`update payment_requests set cash_app_chosen_at = cash_app_chosen_at - interval '1 hour'`),
      /** Lets the holds that live now, or those on one package, end so soon; an open page learns of it when it asks. */
      endHoldsIn: (ms: number, packageId = '') => sql(HOLDS_END, `${ms} milliseconds`, packageId),
      /** Live holds on a package: none is left once what ran out is on sale again. */
      holdsOf: async (packageId: string) =>
        (await sql(`select from holds where state = 'live' and package_id = $1`, packageId)).rowCount,
      /** Does now what a job does when its time by the clock has come. */
      runScheduled: (name: string) => sql(`select graphile_worker.add_job($1, payload := '{}')`, name),
      /** Puts a job on the queue whose tries are used up. */
      failJob: (name: string, error: string) => sql(FAILED_JOB, name, error),
      /** Lets leads leave stock now whose owners asked to be left alone. */
      endWithdrawals: async () => {
        await sql('update suppressions set withdraw_at = now() where withdraw_at is not null')
        await sql(`select graphile_worker.add_job('withdraw-suppressed', payload := '{}')`)
      },
      /** Lets a payment link have been sent earlier: its end, its reminder and the end of what it holds come sooner by as much. */
      ageLink: (token: string, byMs: number) => sql(LINK_EARLIER, token, `${byMs} milliseconds`),
      /** What can be bought of a package now, as any visitor is told. */
      stockOf: async (packageId = VIP_JUNIOR.id, { state, county } = TRAVIS as { state: string; county: string }) => {
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
