/** What pages, holds and checkouts cost, against a bare server that does the same without rules, in the same rounds. */
import { startBareStore } from '../bare-store.ts'
import type { Laboratory } from '../laboratory.ts'
import type { Load } from '../load.ts'
import { atMost, costRow, type Figures, inTurns, measure, type Rounds, type Row, rateRow, workOf } from '../measure.ts'
import { findWrongMails, listCountyPaths, pickPackages, requireIdentities, setStock } from '../store-data.ts'

const TRAVIS = '/api/packages/Texas/Travis'
const READERS = 20
const HOLDERS = 50
const BUYERS = 16
const SPREAD = 10_000
const MEMORY_MB_BAR = 180
/** Least ratios to the bare server's rate, where waiting counts and not only work. */
const RATE_BARS = { hotHold: 2, checkout: 0.15 }
/** Most ratios to the bare server's processor time, about 1.4 times what they were when they were set. */
const COST_BARS = { hotPage: 2, anyPage: 6, spreadHold: 0.7, checkout: 4.5 }
const ROWS_BAR = 25

type Unaddressed<Kind> = Kind extends Load ? Omit<Kind, 'seconds' | 'url'> : never

/** County pages, holds on one package and on many, whole checkouts until the last email and webhook; then memory. */
export async function checkouts(lab: Laboratory, options: Rounds): Promise<Row[]> {
  const node = await lab.startNode()
  const { pool } = lab
  const bare = await startBareStore({ url: node.url, databaseUrl: lab.databaseUrl, pool }, [TRAVIS])
  const packageIds = await pickPackages(pool, SPREAD)
  const [hottest = ''] = packageIds
  const paths = await listCountyPaths(pool)
  const ask = (load: Unaddressed<Load>, isBare = false) => {
    const { url, child } = isBare ? bare : node
    const drained = load.kind === 'checkouts' && !isBare ? { drained: pool } : {}
    return (seconds: number): Promise<Figures> =>
      measure(lab, { ...load, url, seconds, buyerName: `bought-${Date.now()}` } as Load, { pid: child.pid, ...drained })
  }
  const pages = { kind: 'reads' as const, clients: READERS }
  const holds = { kind: 'holds' as const, clients: HOLDERS }
  const sales = { kind: 'checkouts' as const, clients: BUYERS, packageIds, buyerName: '' }

  const read = await inTurns(options, {
    hot: ask({ ...pages, paths: [TRAVIS] }),
    any: ask({ ...pages, paths }),
    bare: ask({ ...pages, paths: [TRAVIS] }, true),
  })
  await setStock(pool, packageIds, 5_000)
  await setStock(pool, [hottest], 900_000)
  const held = await inTurns(options, {
    hot: ask({ ...holds, packageIds: [hottest] }),
    hotBare: ask({ ...holds, packageIds: [hottest] }, true),
    spread: ask({ ...holds, packageIds }),
    spreadBare: ask({ ...holds, packageIds }, true),
  })
  const { bought, bareBought } = await inTurns(
    { ...options, seconds: options.seconds * 2 },
    { bought: ask(sales), bareBought: ask(sales, true) },
  )
  await requireIdentities(pool)
  const wrongMails = await findWrongMails(pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))
  const megabytes = (await node.metric('process_resident_memory_bytes')) / 2 ** 20
  return [
    costRow(`one county's page, ${READERS} clients`, read.hot, read.bare, COST_BARS.hotPage),
    costRow('the page of a county drawn at random each time', read.any, read.bare, COST_BARS.anyPage),
    rateRow(`holds on one package, ${HOLDERS} clients`, held.hot, held.hotBare, RATE_BARS.hotHold),
    costRow(`a hold, spread over ${SPREAD} packages`, held.spread, held.spreadBare, COST_BARS.spreadHold),
    rateRow(`whole checkouts until the last email, ${BUYERS} buyers`, bought, bareBought, RATE_BARS.checkout),
    costRow('a whole checkout, its jobs, emails and the sandbox', bought, bareBought, COST_BARS.checkout),
    { what: 'rows that a whole checkout inserts', ...atMost(workOf(bought).insertedRows, ROWS_BAR) },
    { what: 'memory of the node after these loads', ...atMost(megabytes, MEMORY_MB_BAR, 'MB') },
  ]
}
