/**
 * Writes the table for people, and docs/generated/bench.md. A bench that ran replaces its own rows there; others keep
 * theirs.
 */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, platform, release, totalmem } from 'node:os'
import type { Row } from './row.ts'
import { describeWork } from './work-meter.ts'

const REPORT = new URL('../../docs/generated/bench.md', import.meta.url)
const COLUMNS = [
  'bench',
  'what',
  'measured',
  'limit of the same run',
  'ratio',
  'bar',
  'passed',
  'one costs: ms of processor; commits, waits for the disk',
  'when, commit, load of the machine before',
] as const

/** A row and the bench that measured it: `npm run bench <name>` measures it again. */
export interface MeasuredRow extends Row {
  bench: string
}

const verdict = ({ isPassed }: Row): string => (typeof isPassed === 'boolean' ? (isPassed ? 'yes' : '**no**') : '')
const cellsOf = (row: MeasuredRow): string[] => {
  const { bench, what, measured, limit = '', ratio = '', bar = '', work } = row
  return [bench, what, measured, limit, ratio, bar, verdict(row), work ? describeWork(work) : '']
}
const lineOf = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`

export function printTable(rows: readonly MeasuredRow[]): void {
  for (const line of ['', lineOf(COLUMNS.slice(0, -1)), ...rows.map((row) => lineOf(cellsOf(row)))]) console.log(line)
}

/** Which code was measured, as far as git knows. */
function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'no commit'
  }
}

function machine(postgresVersion: string): string {
  return (
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ` +
    `${platform()} ${release()}, Node ${process.versions.node}, PostgreSQL ${postgresVersion} (embedded, fsync on)`
  )
}

const page = (lines: readonly string[], postgresVersion: string) => `# Benchmarks

Written by \`npm run bench\`; do not edit. It starts PostgreSQL and the store in a temporary folder, as \`npm start\` would
(full catalogue, no demo data, every commit flushed to disk). A separate process loads them. Bare limits are measured in the
same run, in turns with the store. Store, PostgreSQL and load generator share the machine. Figures are medians of the rounds.
After each load, the identities of stock, orders and emails are checked.

Rates vary with whatever else the machine does; the last column shows its load average before the run. The cost of one read,
hold, sale or file row varies less: processor time by process, commits, and how often PostgreSQL waited for the disk. Sandbox
and jobs run in the store's process, unless a helper is listed next to it.

The machine itself is up to a third slower on some days. So each run first measures a bare Fastify route, and bars on
processor time or on units per second are divided or multiplied by its speed.

\`npm run bench\` measures everything; \`npm run bench <name> …\` measures the rows of one name again. Sizes are those that
the bars name. For a quick run: \`npm run bench -- growth --orders 50000 --leads 200000 --rounds 3 --seconds 2\`.

Machine of the latest run: ${machine(postgresVersion)}.

${lineOf(COLUMNS)}
|${' --- |'.repeat(COLUMNS.length)}
${lines.join('\n')}
`

/** Writes the rows, in the order of the table. Rows of benches that did not run stay as they were. */
export async function writeReport(
  rows: readonly MeasuredRow[],
  options: { order: readonly string[]; postgresVersion: string; loadBefore: number },
): Promise<void> {
  const { order } = options
  const measuredNow = new Set(rows.map((row) => row.bench))
  const earlier = await readFile(REPORT, 'utf8').catch(() => '')
  const stamp = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${commit()}, load ${options.loadBefore.toFixed(1)}`
  const kept = earlier
    .split('\n')
    .filter((line) => order.some((bench) => line.startsWith(`| ${bench} |`) && !measuredNow.has(bench)))
  const lines = [...kept, ...rows.map((row) => lineOf([...cellsOf(row), stamp]))]
  const place = (line: string) => order.findIndex((bench) => line.startsWith(`| ${bench} |`))
  await writeFile(
    REPORT,
    page(
      lines.sort((a, b) => place(a) - place(b)),
      options.postgresVersion,
    ),
  )
}
