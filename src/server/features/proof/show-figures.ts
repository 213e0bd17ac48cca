import { type CsvCell, writeCsv } from '#contract/csv.ts'
import type { FigurePart, Figures, Share } from '#contract/proof/proofs.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { zipFiles } from '#server/platform/files/workbook.ts'
import type { FileReply } from '#server/platform/http/endpoint.ts'
import { findFigures, SAID } from './make-figures.ts'
import { proveStatement } from './show-proofs.ts'

const DAYS_MAX = 400

/** A day's figures, the latest `limit` days that have any, latest first, and where the log is. */
export const showFiguresStatement = statement('proof.show_figures')`
  select f.day, figures, checksum,
    array(select day from public_figures order by day desc limit $limit) as days,
    s.statement_no is not null as is_said, coalesce(s.log_index < l.published_size, false) as is_published
  from public_figures f left join log_statements s on s.kind = '${SAID}' || f.day left join logs l using (log_no)
  where f.day = coalesce($day?::text, (select max(day) from public_figures))`

type FiguresRow = RowOf<typeof findFigures>

const read = (row: Pick<FiguresRow, 'figures'>): Figures => JSON.parse(row.figures) as Figures

/** @throws Refusal `figures_unknown` if a day is given that has none */
export async function showFigures(ctx: PlatformContext, { day }: { day?: string | undefined }) {
  const [row] = await ctx.database.run(showFiguresStatement, { day: day ?? null, limit: DAYS_MAX })
  if (!row && day !== undefined) throw new Refusal('figures_unknown')
  if (!row) return { figures: null, checksum: null, proof: 'none' as const, days: [] }
  const proof = row.is_published ? 'ready' : row.is_said ? 'waiting' : 'none'
  return { figures: read(row), checksum: row.checksum, proof, days: row.days } as const
}

async function findDay(ctx: PlatformContext, day: string): Promise<FiguresRow> {
  return requireRow(await ctx.database.run(findFigures, { day }), 'figures_unknown')
}

const FILE = { isDownload: true, isSameForAll: true } as const

/** The exact bytes whose hash is in the log. @throws Refusal `figures_unknown` */
export async function downloadFigures(ctx: PlatformContext, { day }: { day: string }): Promise<FileReply> {
  const { figures } = await findDay(ctx, day)
  return { ...FILE, name: `figures-${day}.json`, bytes: Buffer.from(figures) }
}

const README = `These files prove that the store can no longer change its figures for this day.

figures.json          the figures
figures.tlog-proof    that the store's public log has their hash
policy.txt            the log and the witnesses that you trust

Check them at /verify of any such store, or with its program: node verify.mjs figures-<day>.zip
`

/**
 * The proof that the log has the hash of these figures.
 * @throws Refusal `figures_unknown`, `figures_not_logged`; `figures_waiting` before it is published
 */
export async function downloadFiguresProof(ctx: PlatformContext, { day }: { day: string }): Promise<FileReply> {
  const { figures } = await findDay(ctx, day)
  const said = await proveStatement(ctx, `${SAID}${day}`)
  if (said === null) throw new Refusal('figures_not_logged')
  if (said === 'waiting') throw new Refusal('figures_waiting')
  const texts = {
    'README.txt': README,
    'figures.json': figures,
    'figures.tlog-proof': said.proof,
    'policy.txt': said.policy,
  }
  return { name: `figures-${day}.zip`, bytes: zipFiles(new Map(Object.entries(texts))), isDownload: true }
}

const bounds = (share: Share): CsvCell[] => [share?.from ?? null, share?.to ?? null]

const HEADERS: Readonly<Record<FigurePart, string>> = {
  stock: 'month,day,state,kind,placed,available,held,sold,available %,held %,sold %,adds up',
  deliveries: 'month,state,due,on time,late,on time % from,on time % to,credits,credit cents',
  claims: 'month,reason,answered,granted,denied,granted % from,granted % to',
  'opt-outs': 'month,honored,median hours,95th percentile hours',
}

const ROWS: Readonly<Record<FigurePart, (figures: Figures) => CsvCell[][]>> = {
  stock: ({ stock }) =>
    stock.map((row) => [
      ...[row.month, row.day, row.state, row.kind, row.placed, row.available, row.held, row.sold],
      ...[row.availablePercent, row.heldPercent, row.soldPercent, row.addsUp ? 'yes' : 'no'],
    ]),
  deliveries: ({ deliveries }) =>
    deliveries.map((row) => [
      ...[row.month, row.state, row.due, row.inTime, row.late],
      ...[...bounds(row.inTimePercent), row.credits, row.creditCents],
    ]),
  claims: ({ claims }) =>
    claims.map((row) => [
      ...[row.month, row.reason, row.answered, row.granted, row.denied],
      ...bounds(row.grantedPercent),
    ]),
  'opt-outs': ({ optOuts }) => optOuts.map((row) => [row.month, row.honored, row.medianHours, row.percentile95Hours]),
}

/** @throws Refusal `figures_unknown` */
export async function downloadFigureRows(ctx: PlatformContext, { day, part }: { day: string; part: FigurePart }) {
  const rows = ROWS[part](read(await findDay(ctx, day)))
  return { ...FILE, name: `${part}-${day}.csv`, bytes: Buffer.from(writeCsv([HEADERS[part].split(','), ...rows])) }
}
