import { AUDIT_PAGE_DEFAULT, type AuditEntry, type listAuditEntries as endpoint } from '#contract/audit.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { UserId } from '#contract/values.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readCursor, writeCursor } from '#server/platform/cursor.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listEntries } from './queries.ts'

/** What members are called. Accounts stand above the log, since what is done to them is written down too. */
export type ReadNames = (ctx: PlatformContext) => Promise<ReadonlyMap<string, string>>

const LIST = 'audit'

/** @throws Refusal `bad_request` for a cursor of another list */
export async function listAuditEntries(
  ctx: PlatformContext,
  query: QueryOf<typeof endpoint>,
  readNames: ReadNames,
): Promise<Page<AuditEntry>> {
  const { action, memberId, limit = AUDIT_PAGE_DEFAULT } = query
  const cursor = readCursor(LIST, query.cursor, 2)
  if (cursor && Number.isNaN(Date.parse(cursor[0] ?? ''))) throw new Refusal('bad_request')
  const shape = { hasAction: action !== undefined, hasMember: memberId !== undefined, hasCursor: cursor !== null }
  const values = [...(action ? [action] : []), ...(memberId ? [memberId] : []), ...(cursor ?? []), limit + 1]
  const found = await ctx.database.run(listEntries(shape), values)
  const names = await readNames(ctx)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({
      id: row.audit_id,
      at: row.at.toISOString(),
      memberId: row.member_id as UserId,
      memberName: names.get(row.member_id) ?? row.member_id,
      action: row.action,
      subject: row.subject,
      before: row.before,
      after: row.after,
      note: row.note,
    })),
    next: last && found.length > limit ? writeCursor(LIST, [last.at.toISOString(), last.audit_id]) : null,
  }
}
