import { useState } from 'react'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type { AuditFilters } from './audit-data.ts'

const ANYBODY = 'Everybody'
const ANYTHING = 'Everything'

interface AuditToolbarProps {
  filters: AuditFilters
  members: readonly { id: string; name: string }[]
  onChange: (filters: AuditFilters) => void
}

/** Who, what, and when. */
export function AuditToolbar({ filters, members, onChange }: AuditToolbarProps) {
  const actions = Object.entries(AUDIT_ACTIONS) as [AuditAction, string][]
  // One who was removed is still named by an address.
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
      <DayFields filters={filters} onChange={onChange} />
    </div>
  )
}

const EARLIEST_DAY = '2000-01-01'

/** First and last day. Days that end before they begin are said so and asked of nobody. */
function DayFields({ filters, onChange }: Pick<AuditToolbarProps, 'filters' | 'onChange'>) {
  const [draft, setDraft] = useState({ from: filters.from, to: filters.to })
  const [seen, setSeen] = useState(draft)
  // Somebody else changed them, e.g. the browser's Back.
  if (filters.from !== seen.from || filters.to !== seen.to) {
    const days = { from: filters.from, to: filters.to }
    setSeen(days)
    setDraft(days)
  }
  const isTurned = draft.from !== '' && draft.to !== '' && draft.to < draft.from
  const handleChange = (days: typeof draft) => {
    setDraft(days)
    if (days.from && days.to && days.to < days.from) return
    // A year that is being typed reads 0002 first.
    if ([days.from, days.to].some((day) => day !== '' && day < EARLIEST_DAY)) return
    onChange({ ...filters, ...days })
  }
  return (
    <>
      <TextField
        label="From"
        type="date"
        value={draft.from}
        onChange={(event) => handleChange({ ...draft, from: event.target.value })}
        className="min-w-36 max-sm:grow max-sm:basis-36"
      />
      <TextField
        label="To"
        type="date"
        value={draft.to}
        error={isTurned ? 'The last day lies before the first.' : undefined}
        onChange={(event) => handleChange({ ...draft, to: event.target.value })}
        className="min-w-36 max-sm:grow max-sm:basis-36"
      />
    </>
  )
}
