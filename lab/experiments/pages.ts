/** How soon a phone shows the pages that sell, by Lighthouse, against the same HTML without scripts; and its scores. */
import { createServer } from 'node:http'
import lighthouse from 'lighthouse'
import { aPort, listen } from '#testing/listen.ts'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { Buyer, expectOk, readShop } from '../buyer.ts'
import { Connection, logInAt } from '../connection.ts'
import { type Laboratory, say } from '../laboratory.ts'
import { median } from '../load.ts'
import { type Row, ratioAtMost, short } from '../measure.ts'
import { makeReps, setStock } from '../store-data.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 3
const SCORE_BAR = 98
/** Most that the largest paint may come later than that of the page without scripts. */
const PAINT_BAR = 2
/** Most work of the processor, compared with the page without scripts. */
const WORK_BAR = 8
const UNITS = 40
const TRAVIS_FIPS = '48453'
const SOLD = `${TRAVIS_FIPS}-vacant-vip-20`

interface MeasuredPage {
  path: string
  name: string
  categories: readonly (typeof CATEGORIES)[number][]
  cookie?: string
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Serves the HTML of pages without their scripts, and everything else that they ask for as empty. */
async function serveBare(url: string, pages: readonly MeasuredPage[]): ReturnType<typeof listen> {
  const texts = new Map<string, string>()
  for (const { path, cookie } of pages) {
    const reply = await fetch(url + path, { headers: { accept: 'text/html', ...(cookie && { cookie }) } })
    const text = await reply.text()
    const script = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>/g
    texts.set(path, text.replaceAll(script, ''))
  }
  return listen(
    createServer(async (request, response) => {
      const text = texts.get(request.url ?? '')
      if (text !== undefined)
        return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text)
      // Fonts and pictures are part of the page.
      const reply = await fetch(url + request.url)
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' })
      response.end(Buffer.from(await reply.arrayBuffer()))
    }),
  )
}

/** Runs Lighthouse as on a phone, with its own simulation of a slow network, in turns with the bare pages. */
export async function pages(lab: Laboratory): Promise<Row[]> {
  const filling = await lab.startNode()
  const { rows } = await lab.pool.query<{ package_id: string }>(
    "select package_id from packages where package_id like $1 || '-%'",
    [TRAVIS_FIPS],
  )
  const packageIds = rows.map((row) => row.package_id)
  // An empty county would be a shorter page than the one that sells.
  await setStock(lab.pool, packageIds, UNITS)
  await filling.stop()
  const { url } = await lab.startNode()
  // Both are kept out of search engines, so their score there does not count.
  const personal = CATEGORIES.filter((category) => category !== 'seo')
  const measured: readonly MeasuredPage[] = [
    { path: '/', name: '/', categories: CATEGORIES },
    { path: '/leads?state=Texas&county=Travis', name: '/leads of a county', categories: CATEGORIES },
    { path: '/checkout', name: '/checkout', categories: personal, cookie: await cookieOfFullCart(url) },
    { path: await sendOneLink(lab, url), name: '/payment/<token>', categories: personal },
  ]
  const bare = await serveBare(url, measured)
  const port = await aPort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    const found: Row[] = []
    for (const page of measured) {
      const results = { ours: [] as Result[], bare: [] as Result[] }
      for (let run = 0; run < RUNS; run += 1) {
        results.ours.push(await measure(url, page, port))
        results.bare.push(await measure(bare.url, page, port))
      }
      found.push(...rowsOf(page, results))
    }
    return found
  } finally {
    await browser.close()
    await bare.close()
  }
}

async function sendOneLink(lab: Laboratory, url: string): Promise<string> {
  const [account] = await makeReps(lab.databaseUrl, 1)
  if (!account) throw new Error('a rep was just made')
  const connection = await Connection.open(url)
  const rep = new Buyer(connection, await logInAt(url, account))
  const { priceOf } = await readShop(url)
  expectOk('hold', await rep.reserve(SOLD))
  expectOk('cart', await rep.nameDelivery(SOLD))
  const sent = expectOk('send', await rep.sendLink(priceOf(SOLD), 'pages@lab.example'))
  connection.close()
  return `/payment/${JSON.parse(sent.body.toString()).token}`
}

async function cookieOfFullCart(url: string): Promise<string> {
  const connection = await Connection.open(url)
  const buyer = new Buyer(connection)
  expectOk('hold', await buyer.reserve(SOLD))
  connection.close()
  return buyer.cookie
}

async function measure(url: string, { path, name, cookie }: MeasuredPage, port: number): Promise<Result> {
  const outcome = await lighthouse(`${url}${path}`, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  })
  if (!outcome) throw new Error(`Lighthouse gave no result for ${name}`)
  if (outcome.lhr.runtimeError) throw new Error(`Lighthouse: ${outcome.lhr.runtimeError.message}`)
  return outcome.lhr
}

function rowsOf({ name, categories }: MeasuredPage, results: Readonly<Record<'ours' | 'bare', Result[]>>): Row[] {
  for (const complaint of complaintsOf(results.ours, categories)) say(`  ${name}: ${complaint}`)
  const scores = categories.map((category) => ({
    category,
    score: median(results.ours.map((result) => (result.categories[category]?.score ?? 0) * 100)),
  }))
  const compared = (what: string, audit: string, most: number): Row => {
    const of = (side: 'ours' | 'bare') =>
      median(results[side].map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
    return {
      what: `${name} on a phone: ${what}`,
      measured: `${short(of('ours'))} ms`,
      limit: `${short(of('bare'))} ms without scripts`,
      ...ratioAtMost(of('ours') / of('bare'), most),
    }
  }
  return [
    compared('largest paint', 'largest-contentful-paint', PAINT_BAR),
    compared('work of the main thread', 'mainthread-work-breakdown', WORK_BAR),
    {
      what: `${name}: scores of Lighthouse`,
      measured: scores.map(({ category, score }) => `${category} ${score}`).join(', '),
      bar: `≥ ${SCORE_BAR} each`,
      isPassed: scores.every(({ score }) => score >= SCORE_BAR),
    },
  ]
}

function complaintsOf(results: readonly Result[], categories: readonly string[]): Set<string> {
  const found = results.flatMap(({ categories: scored, audits }) =>
    categories.flatMap((name) =>
      (scored[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${id} ${audits[id]?.displayValue ?? ''}`),
    ),
  )
  return new Set(found)
}
