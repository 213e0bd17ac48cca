/**
 * Prints what a page's first load contains, by package and by module, in KB of gzip, largest first: `node
 * scripts/show-web-cost.ts [/ | /leads | '/payment/<token>'] [--modules 40]`. Builds in memory and checks nothing: it
 * shows what to take out next. check-web-size.ts is the check.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildInMemory, firstLoad, type ModuleCost, moduleCosts, packageOf } from './lib/web-cost.ts'
import { FIRST_PAGES } from './lib/web-size.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { modules: { type: 'string', default: '40' } },
})
const chunks = await buildInMemory(resolve(import.meta.dirname, '..'))
for (const { page, parts } of FIRST_PAGES.filter((one) => positionals.length === 0 || positionals.includes(one.page))) {
  const costs = firstLoad(chunks, parts).flatMap(moduleCosts)
  print(`${page} by package`, sums(costs, packageOf))
  print(
    `${page} by module`,
    sums(costs, (module) => module),
    Number(values.modules),
  )
}

/** Sums the costs by name, largest first. */
function sums(costs: readonly ModuleCost[], nameOf: (module: string) => string): [string, number][] {
  const byName = new Map<string, number>()
  for (const { module, gzipBytes } of costs) {
    const name = nameOf(module)
    byName.set(name, (byName.get(name) ?? 0) + gzipBytes)
  }
  return [...byName].sort(([, a], [, b]) => b - a)
}

function print(title: string, rows: readonly [string, number][], limit = rows.length): void {
  const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0)
  console.log(`\n${title}, ${(total / 1_000).toFixed(1)} KB`)
  for (const [name, bytes] of rows.slice(0, limit)) console.log(`${(bytes / 1_000).toFixed(2).padStart(8)}  ${name}`)
}
