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

/** From the start of a day to the end of another, in a zone. */
const daysOf = (from: string | null, to: string | null, zone: string): string[] => [
  ...(from ? [`at >= ${from}::date::timestamp at time zone ${zone}`] : []),
  ...(to ? [`at < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
]

/** What is asked for; which of its parts are there decides the statement. */
export interface AuditShape {
  hasAction: boolean
  hasMember: boolean
  hasFrom: boolean
  hasTo: boolean
  hasCursor: boolean
}

/**
 * A page of entries, newest first. Values, each only where it is asked for: action, member, the first day, the last day, the
 * zone they are days of (once, with any day), cursor (at, id), then how many.
 */
export function listEntries(shape: AuditShape): Statement<AuditRow> {
  const { hasAction, hasMember, hasFrom, hasTo, hasCursor } = shape
  const name = ['audit.list', hasAction, hasMember, hasFrom, hasTo, hasCursor].join('_')
  const known = statements.get(name)
  if (known) return known
  let count = 0
  const next = () => {
    count += 1
    return `$${count}`
  }
  const conditions = [
    ...(hasAction ? [`action = ${next()}`] : []),
    ...(hasMember ? [`member_id = ${next()}`] : []),
    ...daysOf(hasFrom ? next() : null, hasTo ? next() : null, hasFrom || hasTo ? next() : ''),
    ...(hasCursor ? [`(at, audit_id) < (${next()}::timestamptz, ${next()})`] : []),
  ]
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const made = statement<AuditRow>(
    name,
    `select * from audit_entries ${where} order by at desc, audit_id desc limit ${next()}`,
  )
  statements.set(name, made)
  return made
}
