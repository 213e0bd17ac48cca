import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit/audit.ts'
import { DayRangeFields } from '#web/lib/day-range-fields.tsx'
import { SelectField } from '#web/ui/field.tsx'
import type { AuditFilters } from './audit-data.ts'

const ANYBODY = 'Everyone'
const ANYTHING = 'Everything'

interface AuditToolbarProps {
  filters: AuditFilters
  members: readonly { id: string; name: string }[]
  onChange: (filters: AuditFilters) => void
}

/** Who, what, and when. */
export function AuditToolbar({ filters, members, onChange }: AuditToolbarProps) {
  const actions = Object.entries(AUDIT_ACTIONS) as [AuditAction, string][]
  // A removed member may still be named in a URL.
  const chosen = members.find(({ id }) => id === filters.memberId)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <SelectField
        label="Who"
        options={[ANYBODY, ...members.map(({ name }) => name)]}
        value={filters.memberId ? (chosen?.name ?? filters.memberId) : ANYBODY}
        onChange={(event) =>
          onChange({ ...filters, memberId: members.find(({ name }) => name === event.target.value)?.id ?? '' })
        }
        className="min-w-36 max-sm:grow max-sm:basis-36"
      />
      <SelectField
        label="What"
        options={[ANYTHING, ...actions.map(([, name]) => name)]}
        value={filters.action ? AUDIT_ACTIONS[filters.action] : ANYTHING}
        onChange={(event) =>
          onChange({ ...filters, action: actions.find(([, name]) => name === event.target.value)?.[0] ?? '' })
        }
        className="min-w-36 max-sm:grow max-sm:basis-36"
      />
      <DayRangeFields
        from={filters.from}
        to={filters.to}
        onChange={(days) => onChange({ ...filters, ...days })}
        className="min-w-36 max-sm:grow max-sm:basis-36"
      />
    </div>
  )
}
