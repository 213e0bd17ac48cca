import lighthouse from 'lighthouse'
import { launchChromium } from '../../e2e/support/chromium.ts'
import { freePort } from '../lab/free-port.ts'
import { type Laboratory, say } from '../lab/laboratory.ts'
import { median } from '../lab/load.ts'
import { type Row, whole } from '../lab/row.ts'
import { setStock } from '../lab/stock.ts'

const PAGES = ['/', '/leads?state=Texas&county=Travis'] as const
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 3
const BAR = 95
const UNITS = 40
const TRAVIS_FIPS = '48453'

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/**
 * Lighthouse as for a phone: its own simulation of a slow network and a processor four times slower, which shakes less
 * on a busy machine than throttling for real. Each run has a cold cache; the median of each category counts.
 */
export async function lighthouseScores(lab: Laboratory): Promise<Row[]> {
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
  // A node that has not yet answered for this county, and so keeps no older answer ready.
  const node = await lab.startNode()
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  try {
    const rows: Row[] = []
    for (const page of PAGES) {
      const results: Result[] = []
      for (let run = 0; run < RUNS; run += 1) results.push(await measure(`${node.url}${page}`, port))
      rows.push(rowOf(page, results))
    }
    return rows
  } finally {
    await browser.close()
    await node.stop()
  }
}

async function measure(url: string, port: number): Promise<Result> {
  const outcome = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!outcome) throw new Error(`Lighthouse gave no result for ${url}`)
  if (outcome.lhr.runtimeError) throw new Error(`Lighthouse: ${outcome.lhr.runtimeError.message}`)
  return outcome.lhr
}

function rowOf(page: string, results: readonly Result[]): Row {
  const scores = CATEGORIES.map((category) => ({
    category,
    score: median(results.map(({ categories }) => (categories[category]?.score ?? 0) * 100)),
  }))
  for (const complaint of complaintsOf(results)) say(`  ${page}: ${complaint}`)
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN))
  const version = results[0]?.lighthouseVersion ?? ''
  return {
    bench: 'lighthouse',
    what:
      `Lighthouse ${version}, mobile, simulated slow 4G and processor, median of ${RUNS}, ${page}: first paint ` +
      `${whole(figure('first-contentful-paint'))} ms, largest ${whole(figure('largest-contentful-paint'))} ms, blocked ` +
      `${whole(figure('total-blocking-time'))} ms, shift ${figure('cumulative-layout-shift').toFixed(3)}`,
    measured: scores.map(({ category, score }) => `${category} ${whole(score)}`).join(', '),
    limit: '',
    ratio: '',
    bar: `≥ ${BAR} each`,
    isPassed: scores.every(({ score }) => score >= BAR),
  }
}

/** Whatever keeps a category from 100, for the terminal: what to mend, and where. */
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
