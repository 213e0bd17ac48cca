import {
  AUDIT_FILE_MAX,
  AUDIT_PAGE_DEFAULT,
  type AuditAction,
  type AuditEntry,
  type AuditFacts,
  auditCsv,
  type exportAuditEntries as exportEndpoint,
  type listAuditEntries as listEndpoint,
} from '#contract/audit/audit.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { UserId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { type Statement, statement } from '#server/platform/statement.ts'

/**
 * `auditId` id, `at` when, `memberId` member or null, `action` action, `subject` subject, `before` before, `after` after
 * (JSON), `note` why.
 */
export const insertEntry = statement<{
  auditId: string
  at: Date
  memberId: string | null
  action: string
  subject: string
  before: string | null
  after: string | null
  note: string | null
}>(
  'audit.insert_entry',
  `insert into audit_entries (audit_id, at, member_id, action, subject, before, after, note) values ($auditId, $at, $memberId, $action, $subject, $before, $after, $note)`,
)

interface AuditRow {
  audit_id: string
  at: Date
  member_id: string | null
  action: AuditAction
  subject: string
  before: AuditFacts | null
  after: AuditFacts | null
  note: string | null
}

/** Caches one statement per combination of filters, since each needs its own plan. */
const statements = new Map<string, Statement<AuditParameters, AuditRow>>()

/** The filters. Parameters of an unused filter are not sent. */
interface AuditParameters {
  action: string | null
  memberId: string | null
  /** Days in the store's time zone. */
  from: string | null
  to: string | null
  zone: string
  /** The last entry of the previous page. */
  afterAt: string | null
  afterId: string | null
  limit: number
}

/** Returns a page of entries, newest first. */
function listEntries(asked: AuditParameters): Statement<AuditParameters, AuditRow> {
  const conditions = [
    ...(asked.action === null ? [] : ['action = $action']),
    ...(asked.memberId === null ? [] : ['member_id = $memberId']),
    ...(asked.from === null ? [] : ['at >= $from::date::timestamp at time zone $zone']),
    ...(asked.to === null ? [] : ['at < ($to::date + 1)::timestamp at time zone $zone']),
    ...(asked.afterId === null ? [] : ['(at, audit_id) < ($afterAt::timestamptz, $afterId)']),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const name = ['audit.list', ...[...where.matchAll(/\$(\w+)/g)].map(([, parameter]) => parameter)].join('_')
  const known = statements.get(name)
  if (known) return known
  const made = statement<AuditParameters, AuditRow>(
    name,
    `select * from audit_entries ${where} order by at desc, audit_id desc limit $limit`,
  )
  statements.set(name, made)
  return made
}

/** Reads members' names by id. Passed in, because accounts are above the log: changes to them are logged too. */
export type ReadNames = (ctx: PlatformContext) => Promise<ReadonlyMap<string, string>>

type Filter = QueryOf<typeof exportEndpoint>

const LIST = 'audit'
/** Shown for a failed login at an address without an account. */
const NOBODY = 'No account'

/** @throws Refusal `period_invalid` if the days end before they begin */
async function find(
  ctx: PlatformContext,
  filter: Filter,
  cursor: readonly string[] | null,
  rowsMax: number,
): Promise<AuditRow[]> {
  const { action, memberId, from, to } = filter
  if (from && to && to < from) throw new Refusal('period_invalid')
  const asked: AuditParameters = {
    action: action ?? null,
    memberId: memberId ?? null,
    from: from ?? null,
    to: to ?? null,
    zone: ctx.config.timeZone,
    afterAt: cursor?.[0] ?? null,
    afterId: cursor?.[1] ?? null,
    limit: rowsMax,
  }
  return ctx.database.run(listEntries(asked), asked)
}

const show = (row: AuditRow, names: ReadonlyMap<string, string>): AuditEntry => ({
  id: row.audit_id,
  at: row.at.toISOString(),
  memberId: row.member_id as UserId | null,
  memberName: row.member_id === null ? NOBODY : (names.get(row.member_id) ?? row.member_id),
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
  note: row.note,
})

/** @throws Refusal `bad_request` for a cursor of another list, `period_invalid` */
export async function listAuditEntries(
  ctx: PlatformContext,
  query: QueryOf<typeof listEndpoint>,
  readNames: ReadNames,
): Promise<Page<AuditEntry>> {
  const { limit = AUDIT_PAGE_DEFAULT } = query
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
export async function exportAuditEntries(
  ctx: PlatformContext,
  filter: Filter,
  readNames: ReadNames,
): Promise<FileReply> {
  const found = await find(ctx, filter, null, AUDIT_FILE_MAX)
  const names = await readNames(ctx)
  return { name: 'audit-log.csv', bytes: Buffer.from(auditCsv(found.map((row) => show(row, names)))) }
}
