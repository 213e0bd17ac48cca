import lighthouse, { defaultConfig } from 'lighthouse'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { Buyer, readShop, UnexpectedReply } from '../lab/buyer.ts'
import { Connection } from '../lab/connection.ts'
import { freePort } from '../lab/free-port.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { sendLink } from '../lab/link-loads.ts'
import { median } from '../lab/load.ts'
import { logIn } from '../lab/log-in.ts'
import { phoneSlowdown } from '../lab/machine-speed.ts'
import type { BenchOptions } from '../lab/options.ts'
import { makeReps } from '../lab/reps.ts'
import { type Row, whole } from '../lab/row.ts'
import { setStock } from '../lab/stock.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 3
/** The bar for accessibility, best practices and search engines. */
const BAR = 95
const UNITS = 40
const TRAVIS_FIPS = '48453'

interface MeasuredPage {
  path: string
  /** As shown in the table, if the path contains a secret. */
  name: string
  categories: readonly (typeof CATEGORIES)[number][]
  /** Checkout and payment links load the provider's form as soon as it is visible. */
  performanceBar: number
  /** Of a buyer who has something in the cart. */
  cookie?: string
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/**
 * Runs Lighthouse as on a phone, with its own simulation of a slow network and a slow processor, which varies less on a
 * busy machine than real throttling. Each run has a cold cache; the median of each category counts.
 */
export async function lighthouseScores(lab: Laboratory, { speed }: BenchOptions): Promise<Row[]> {
  await lab.node()
  const { rows: packages } = await lab.pool.query<{ package_id: string }>(
    "select package_id from packages where package_id like $1 || '-%'",
    [TRAVIS_FIPS],
  )
  // An empty shelf would be a shorter page than the one that sells.
  await setStock(
    lab.pool,
    packages.map((one) => one.package_id),
    UNITS,
  )
  // A node that has not yet replied for this county, so it has nothing old cached.
  const node = await lab.startNode()
  const link = await sendOneLink(lab, node.url)
  const withoutSearch = CATEGORIES.filter((category) => category !== 'seo')
  const pages: readonly MeasuredPage[] = [
    ...['/', '/leads?state=Texas&county=Travis'].map((path) => ({
      path,
      name: path,
      categories: CATEGORIES,
      performanceBar: 98,
    })),
    // Both are kept out of search engines, so their score there does not count.
    {
      path: '/checkout',
      name: '/checkout',
      categories: withoutSearch,
      performanceBar: BAR,
      cookie: await cookieOfFullCart(node.url),
    },
    { path: link, name: '/payment/<token>', categories: withoutSearch, performanceBar: BAR },
  ]
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    const rows: Row[] = []
    for (const page of pages) {
      const results: Result[] = []
      for (let run = 0; run < RUNS; run += 1)
        results.push(await measure(node.url, page, { port, slowdown: phoneSlowdown(speed) }))
      rows.push(rowOf(page, results))
    }
    return rows
  } finally {
    await browser.close()
    await node.stop()
  }
}

/** Sends a rep's invoice for one package, not opened by anyone. @returns the path of its payment page */
async function sendOneLink(lab: Laboratory, url: string): Promise<string> {
  const [account] = await makeReps(lab.databaseUrl, 1)
  if (!account) throw new Error('a rep was just made')
  const connection = await Connection.open(url)
  try {
    const rep = new Buyer(connection, await logIn(connection, account))
    const { priceOf } = await readShop(url)
    const packageId = `${TRAVIS_FIPS}-vacant-vip-20`
    const email = 'lighthouse@bench.example'
    return `/payment/${await sendLink(rep, { packageId, price: priceOf(packageId), email })}`
  } finally {
    connection.close()
  }
}

/** Puts one package into a new cart. */
async function cookieOfFullCart(url: string): Promise<string> {
  const connection = await Connection.open(url)
  try {
    const buyer = new Buyer(connection)
    const held = await buyer.reserve(`${TRAVIS_FIPS}-vacant-vip-20`)
    if (held.status !== 200) throw new UnexpectedReply('hold', held)
    return buyer.cookie
  } finally {
    connection.close()
  }
}

async function measure(
  url: string,
  { path, name, categories, cookie }: MeasuredPage,
  { port, slowdown }: { port: number; slowdown: number },
): Promise<Result> {
  const outcome = await lighthouse(`${url}${path}`, {
    port,
    throttling: { ...defaultConfig.settings?.throttling, cpuSlowdownMultiplier: slowdown },
    logLevel: 'error',
    onlyCategories: [...categories],
    ...(cookie ? { extraHeaders: { Cookie: cookie } } : {}),
  })
  if (!outcome) throw new Error(`Lighthouse gave no result for ${name}`)
  if (outcome.lhr.runtimeError) throw new Error(`Lighthouse: ${outcome.lhr.runtimeError.message}`)
  return outcome.lhr
}

function rowOf({ name, categories, performanceBar }: MeasuredPage, results: readonly Result[]): Row {
  const scores = categories.map((category) => ({
    category,
    score: median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
  }))
  for (const complaint of complaintsOf(results)) say(`  ${name}: ${complaint}`)
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  return {
    what:
      `Lighthouse ${results[0]?.lighthouseVersion}, mobile, ${name}: first paint ` +
      `${whole(figure('first-contentful-paint'))} ms, largest ${whole(figure('largest-contentful-paint'))} ms, blocked ` +
      `${whole(figure('total-blocking-time'))} ms, shift ${figure('cumulative-layout-shift').toFixed(3)}`,
    measured: scores.map(({ category, score }) => `${category} ${whole(score)}`).join(', '),
    bar: performanceBar === BAR ? `≥ ${BAR} each` : `performance ≥ ${performanceBar}, others ≥ ${BAR}`,
    isPassed: scores.every(({ category, score }) => score >= (category === 'performance' ? performanceBar : BAR)),
  }
}

/** Everything that keeps a category below 100, for the terminal: what to fix, and where. */
function complaintsOf(results: readonly Result[]): Set<string> {
  const found = new Set<string>()
  for (const { categories, audits } of results) {
    for (const [name, category] of Object.entries(categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = audits[id]
        if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) continue
        const items = audit.details && 'items' in audit.details ? JSON.stringify(audit.details.items).slice(0, 600) : ''
        found.add(`${name}: ${id} ${audit.displayValue ?? ''} ${items}`)
      }
    }
  }
  return found
}
