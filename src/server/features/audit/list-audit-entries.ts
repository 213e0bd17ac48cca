import {
  AUDIT_FILE_MAX,
  AUDIT_PAGE_DEFAULT,
  type AuditEntry,
  type exportAuditEntries as exportEndpoint,
  type listAuditEntries as listEndpoint,
} from '#contract/audit/audit.ts'
import { auditCsv } from '#contract/audit/audit-csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { UserId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { FileReply, Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type AuditParameters, type AuditRow, listEntries } from './queries.ts'

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
