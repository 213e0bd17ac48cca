import * as contract from '#contract/audit/audit.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { UserId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/database/cursor.ts'
import { shownOf, statement, statementOnce } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

export const insertEntry = statement('audit.insert_entry')`
  insert into audit_entries (audit_id, at, member_id, action, subject, before, after, note) values ($auditId, $at, $memberId?, $action, $subject, $before?, $after?, $note?)`

interface AuditRow {
  audit_id: string
  at: Date
  member_id: string | null
  action: contract.AuditAction
  subject: string
  before: contract.AuditFacts | null
  after: contract.AuditFacts | null
  note: string | null
}

const CONDITIONS = {
  action: 'action = $action',
  memberId: 'member_id = $memberId',
  from: 'at >= $from::date::timestamp at time zone $zone',
  to: 'at < ($to::date + 1)::timestamp at time zone $zone',
  afterId: '(at, audit_id) < ($afterAt::timestamptz, $afterId)',
} as const
const FILTERS = ['action', 'memberId', 'from', 'to', 'afterId'] as const

/** Reads members' names by id. Passed in, because accounts are above the log: changes to them are logged too. */
export type ReadNames = (ctx: PlatformContext) => Promise<ReadonlyMap<string, string>>

type Filter = QueryOf<typeof contract.exportAuditEntries>

const LIST = 'audit'
/** Shown for a failed login at an address without an account. */
const NOBODY = 'No account'

/** Newest first. Each combination of filters is a statement, for its own plan. @throws Refusal `period_invalid` */
async function find(ctx: PlatformContext, filter: Filter, cursor: readonly string[] | null, limit: number) {
  const { action, memberId, from, to } = filter
  if (from && to && to < from) throw new Refusal('period_invalid')
  const asked = {
    action: action ?? null,
    memberId: memberId ?? null,
    from: from ?? null,
    to: to ?? null,
    zone: ctx.config.timeZone,
    afterAt: cursor?.[0] ?? null,
    afterId: cursor?.[1] ?? null,
    limit,
  }
  const used = FILTERS.filter((name) => asked[name] !== null)
  const where = used.length > 0 ? `where ${used.map((name) => CONDITIONS[name]).join(' and ')}` : ''
  const name = ['audit.list', ...used].join('_')
  const text = `select * from audit_entries ${where} order by at desc, audit_id desc limit $limit`
  return ctx.database.run(statementOnce<typeof asked, AuditRow>(name, text), asked)
}

const show = (row: AuditRow, names: ReadonlyMap<string, string>): contract.AuditEntry => ({
  id: row.audit_id,
  ...shownOf(row, 'at', 'action', 'subject', 'before', 'after', 'note'),
  memberId: row.member_id as UserId | null,
  memberName: row.member_id === null ? NOBODY : (names.get(row.member_id) ?? row.member_id),
})

/** @throws Refusal `bad_request` for a cursor of another list, `period_invalid` */
export async function listAuditEntries(
  ctx: PlatformContext,
  query: QueryOf<typeof contract.listAuditEntries>,
  readNames: ReadNames,
) {
  const { limit = contract.AUDIT_PAGE_DEFAULT } = query
  const cursor = readCursor(LIST, query.cursor, 2)
  if (cursor && !isInstantKey(cursor[0])) throw new Refusal('bad_request')
  const found = await find(ctx, query, cursor, limit + 1)
  const names = await readNames(ctx)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => show(row, names)),
    next: last && found.length > limit ? writeCursor(LIST, [last.at.toISOString(), last.audit_id]) : null,
  }
}

/** Exports the newest matching entries as a table, at most `AUDIT_FILE_MAX`. @throws Refusal `period_invalid` */
export async function exportAuditEntries(ctx: PlatformContext, filter: Filter, readNames: ReadNames) {
  const found = await find(ctx, filter, null, contract.AUDIT_FILE_MAX)
  const names = await readNames(ctx)
  const entries = found.map((row) => show(row, names))
  return { name: 'audit-log.csv', bytes: Buffer.from(contract.auditCsv(entries, ctx.config.timeZone)) }
}
