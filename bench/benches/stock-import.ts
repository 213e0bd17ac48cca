import { addMembers } from '#testing/members.ts'
import { Connection } from '../lab/connection.ts'
import { copyIn } from '../lab/copy-in.ts'
import { requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { logInAt } from '../lab/log-in.ts'
import type { BenchOptions } from '../lab/options.ts'
import { oneDecimal, processorAtMost, type Row, twoDecimals, whole } from '../lab/row.ts'
import { drainBackground, setStock } from '../lab/stock.ts'
import { perUnit, type Work } from '../lab/work-meter.ts'

const ADMIN = {
  email: 'admin@bench.example',
  password: 'bench-parcel-oak-71',
  username: 'Bench',
  role: 'admin',
} as const
const PATH = '/api/admin/stock-imports'
const HOLD_WAITS_BAR_MS = 300
/** A package in the first part of the file. */
const BUYERS_PACKAGE = '01001-landlord-premier-100'

interface Import {
  id: string
  state: string
  preview: { changed: number } | null
  changedPackages: number | null
}

/** Gives all packages another count each round, as an administrator's file does, with every column of the export. */
async function makeFile(url: string, cookie: string, round: number): Promise<{ text: string; rows: number }> {
  const text = await (await fetch(`${url}/api/admin/stock.csv`, { headers: { cookie } })).text()
  const [header = '', ...rows] = text.trimEnd().split('\r\n')
  const changed = rows.map((row, at) => row.replace(/,\d+,(\d+)$/, `,${(at % 300) + 500 + 20 * round},$1`))
  return { text: `${[header, ...changed].join('\r\n')}\r\n`, rows: rows.length }
}

async function ask(url: string, cookie: string, method: string, path: string, body?: object): Promise<Import> {
  const json = body ? { body: JSON.stringify(body), headers: { cookie, 'content-type': 'application/json' } } : {}
  const reply = await fetch(url + path, { method, headers: { cookie }, ...json })
  if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return reply.json() as Promise<Import>
}

/**
 * Holds a unit and gives it back, again and again, until told to stop.
 *
 * @returns the longest wait in milliseconds, and how many calls gave up waiting (the database lets one wait for 10 s)
 */
async function buyMeanwhile(url: string, signal: AbortSignal): Promise<{ longest: number; refused: number }> {
  const connection = await Connection.open(url)
  let cookie = ''
  let longest = 0
  let refused = 0
  while (!signal.aborted) {
    for (const act of ['reserve', 'release']) {
      const start = performance.now()
      const headers = `content-type: application/json\r\n${cookie && `cookie: ${cookie}\r\n`}`
      const reply = await connection.send('PUT', `/api/packages/${BUYERS_PACKAGE}/${act}`, headers, '{"quantity":1}')
      longest = Math.max(longest, performance.now() - start)
      if (reply.status !== 200) refused += 1
      if (reply.status !== 200) break
      cookie ||= /set-cookie: ([^;]+)/i.exec(reply.head)?.[1] ?? ''
    }
  }
  connection.close()
  return { longest, refused }
}

/**
 * Imports a file with another count for every package, from its first byte to the commit, against a bare COPY of the
 * same bytes.
 */
export async function stockImport(lab: Laboratory, { rounds, speed }: BenchOptions): Promise<Row[]> {
  const { url } = await lab.node()
  await addMembers(lab.databaseUrl, [ADMIN])
  const cookie = await logInAt(url, ADMIN)
  await setStock(lab.pool, [BUYERS_PACKAGE], 900)
  await lab.pool.query(
    `create table bare_stock (package_id text, state text, county text, lead_type text, tier text, size integer,
       price numeric, available integer, exported_available integer)`,
  )
  const times = { copy: [] as number[], check: [] as number[], apply: [] as number[], hold: [] as number[] }
  const works: Work[] = []
  let count = 0
  let refusals = 0
  for (let round = 0; round < rounds; round += 1) {
    const { text, rows } = await makeFile(url, cookie, round)
    const bytes = Buffer.from(text)
    count = rows
    const client = await lab.pool.connect()
    await client.query('truncate bare_stock')
    const copied = performance.now()
    await copyIn(client, 'copy bare_stock from stdin (format csv, header)', bytes)
    times.copy.push(performance.now() - copied)
    client.release()

    const spent = await lab.meter()
    const started = performance.now()
    const { id } = await ask(url, cookie, 'POST', PATH, { fileName: 'stock.csv', fileBytes: bytes.length })
    const sent = await fetch(`${url}${PATH}/${id}/file`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'text/csv' },
      body: text,
    })
    const checked = (await sent.json()) as Import
    if (checked.preview?.changed !== rows) throw new Error(`the check found ${JSON.stringify(checked)}`)
    times.check.push(performance.now() - started)
    const stop = new AbortController()
    const buying = buyMeanwhile(url, stop.signal)
    const began = performance.now()
    const applied = await ask(url, cookie, 'POST', `${PATH}/${id}/apply`)
    times.apply.push(performance.now() - began)
    stop.abort()
    const { longest, refused } = await buying
    works.push(await spent())
    times.hold.push(longest)
    refusals += refused
    if (applied.changedPackages !== rows) throw new Error(`${applied.changedPackages} of ${rows} packages were set`)
  }
  await drainBackground(lab.pool)
  await requireIdentities(lab.pool)
  const [copy, check, apply] = [median(times.copy), median(times.check), median(times.apply)]
  const total = median(times.check.map((time, round) => time + (times.apply[round] ?? 0)))
  return [
    {
      what: `a file of ${whole(count)} rows that changes every package: sent and checked in ${twoDecimals(check / 1_000)} s, applied in ${twoDecimals(apply / 1_000)} s`,
      measured: `${twoDecimals(total / 1_000)} s`,
      limit: `${twoDecimals(copy / 1_000)} s bare COPY of the same bytes into a table without an index`,
      ratio: `${oneDecimal(total / copy)} ×`,
      work: perUnit(works, count * rounds),
    },
    {
      what: `the longest that a hold on the first package of the file waits while it is applied; ${refusals} holds gave up after 10 s`,
      measured: `${whole(median(times.hold))} ms`,
      ...processorAtMost(median(times.hold), HOLD_WAITS_BAR_MS, speed),
    },
  ]
}
