/** All SQL of the audit log. */
import type { AuditAction, AuditFacts } from '#contract/audit/audit.ts'
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

export interface AuditRow {
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
export interface AuditParameters {
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
export function listEntries(asked: AuditParameters): Statement<AuditParameters, AuditRow> {
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
