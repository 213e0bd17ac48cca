/** The audit log as a table for spreadsheets. */

import { writeCsv } from '#contract/csv.ts'
import { AUDIT_ACTIONS, type AuditEntry, type AuditFacts } from './audit.ts'

const HEADER = ['Time (UTC)', 'Member', 'What', 'To what', 'Before', 'After', 'Note']

/** `price: 299.00; size: 20`. */
const factsText = (facts: AuditFacts | null): string =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${value ?? ''}`)
    .join('; ')

/** The header, then a row per entry. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  return writeCsv([
    HEADER,
    ...entries.map((entry) => [
      entry.at,
      entry.memberName,
      AUDIT_ACTIONS[entry.action] ?? entry.action,
      entry.subject,
      factsText(entry.before),
      factsText(entry.after),
      entry.note,
    ]),
  ])
}
