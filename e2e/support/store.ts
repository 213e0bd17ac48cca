/** A whole store of its own for a file of journeys: the real program, a fresh database, the sandbox's card provider. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMembers } from '#testing/members.ts'
import { createTestDatabase } from '#testing/test-database.ts'

/** Loading the catalogue into a fresh database is the longest part of a start. */
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
}

export interface Store {
  url: string
  /** The mails sent to an address so far, newest first. */
  mailbox(to: string): Promise<Mail[]>
  /** Puts units on the shelf, as an administrator does. */
  setStock(packageId: string, available: number): Promise<void>
  /** Changes the price of a package in every county; dollars. */
  setPrice(price: { leadType: string; tier: string; size: number; basePrice: number }): Promise<void>
  /** Says that the money of a cash-app order came, as an administrator does. */
  verifyCashApp(reference: string): Promise<void>
  /** What can be bought of a package now, as any visitor is told. */
  stockOf(place: { state: string; county: string }, packageId: string): Promise<number>
  /** Lets the holds that live now have been placed earlier, as after many renewals; they end as they would have. */
  ageHolds(byMs: number): Promise<void>
  stop(): Promise<void>
}

/** Starts `src/server/main.ts` and waits until it says that it is ready. */
export async function startStore(env: Readonly<Record<string, string>> = {}): Promise<Store> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'leadyard-e2e-'))
  const program = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
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
    await addMembers(database.url, REPS)
    const cookie = await signIn(url)
    return {
      url,
      stop,
      mailbox: (to) => getJson<Mail[]>(`${url}/sandbox/mailbox.json?to=${encodeURIComponent(to)}`),
      setStock: (packageId, available) =>
        administrate(url, cookie, `packages/${packageId}/availability`, { available }),
      setPrice: (price) => administrate(url, cookie, 'pricing', price),
      verifyCashApp: (reference) => administrate(url, cookie, `cash-app-orders/${reference}/verify`, {}, 'POST'),
      ageHolds: async (byMs) => {
        const earlier = `update holds set placed_at = placed_at - $1::interval where state = 'live'`
        await database.pool.query(earlier, [`${byMs} milliseconds`])
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
