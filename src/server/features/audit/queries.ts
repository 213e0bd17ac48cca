/** All SQL of the audit log. */
import type { AuditAction, AuditFacts } from '#contract/audit.ts'
import { type Statement, statement } from '#server/platform/database.ts'

/** $1 id, $2 now, $3 member, $4 action, $5 subject, $6 before, $7 after (JSON), $8 why. */
export const insertEntry = statement(
  'audit.insert_entry',
  `insert into audit_entries (audit_id, at, member_id, action, subject, before, after, note) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

export interface AuditRow {
  audit_id: string
  at: Date
  member_id: string
  action: AuditAction
  subject: string
  before: AuditFacts | null
  after: AuditFacts | null
  note: string | null
}

/** Each combination is a statement of its own, since one plan must fit it. */
const statements = new Map<string, Statement<AuditRow>>()

/** A page of entries, newest first. Values, each only where it is asked for: action, member, cursor (at, id), then how many. */
export function listEntries(shape: {
  hasAction: boolean
  hasMember: boolean
  hasCursor: boolean
}): Statement<AuditRow> {
  const name = ['audit.list', shape.hasAction, shape.hasMember, shape.hasCursor].join('_')
  const known = statements.get(name)
  if (known) return known
  let count = 0
  const next = () => {
    count += 1
    return `$${count}`
  }
  const conditions = [
    ...(shape.hasAction ? [`action = ${next()}`] : []),
    ...(shape.hasMember ? [`member_id = ${next()}`] : []),
    ...(shape.hasCursor ? [`(at, audit_id) < (${next()}::timestamptz, ${next()})`] : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const made = statement<AuditRow>(
    name,
    `select * from audit_entries ${where} order by at desc, audit_id desc limit ${next()}`,
  )
  statements.set(name, made)
  return made
}
