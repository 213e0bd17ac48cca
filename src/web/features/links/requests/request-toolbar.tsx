import { Banknote, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { REQUEST_STATUS_NAMES, REQUEST_STATUSES } from '#web/lib/payment-request-words.ts'
import { classes } from '#web/ui/classes.ts'
import { SelectField } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useSalesStatistics } from './request-data.ts'
import type { RequestFilters } from './request-filters.ts'

const ANY_STATUS = 'All statuses'
const STATUS_OPTIONS = [ANY_STATUS, ...REQUEST_STATUSES.map((status) => REQUEST_STATUS_NAMES[status])]

interface RequestToolbarProps {
  filters: RequestFilters
  onChange: (filters: RequestFilters) => void
  /** Further buttons beside the filters. */
  children?: ReactNode
}

/** Search, status filter and the queues of links that need someone now. */
export function RequestToolbar({ filters, onChange, children }: RequestToolbarProps) {
  const { data: statistics } = useSalesStatistics()
  const chosen = filters.status ? REQUEST_STATUS_NAMES[filters.status] : ANY_STATUS
  const handleStatus = (name: string) =>
    onChange({
      ...filters,
      status: REQUEST_STATUSES.find((status) => REQUEST_STATUS_NAMES[status] === name) ?? null,
      queue: null,
    })
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-52 grow basis-72">
        <SearchField
          label="Search by customer name or email"
          placeholder="Also a phone number, reference or amount"
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
        />
      </div>
      <SelectField
        label="Status"
        options={STATUS_OPTIONS}
        value={chosen}
        onChange={(event) => handleStatus(event.target.value)}
        className="min-w-40"
      />
      <QueueButton icon={Clock} queue="expiring" filters={filters} onChange={onChange}>
        Expires in the next 2 hours
        {/* The count ignores the search. */}
        {statistics && filters.search.trim() === '' && <span className="figures">({statistics.expiringSoon})</span>}
      </QueueButton>
      <QueueButton icon={Banknote} queue="cash-app" filters={filters} onChange={onChange}>
        Paying with Cash App
      </QueueButton>
      {children}
    </div>
  )
}

interface QueueButtonProps extends Omit<RequestToolbarProps, 'children'> {
  icon: LucideIcon
  queue: NonNullable<RequestFilters['queue']>
  children: ReactNode
}

function QueueButton({ icon: Icon, queue, filters, onChange, children }: QueueButtonProps) {
  const isOn = filters.queue === queue
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onChange({ ...filters, queue: isOn ? null : queue, status: null })}
      className={classes(
        'inline-flex min-h-11 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold compact:min-h-8',
        isOn
          ? 'border-attention bg-attention-quiet text-attention'
          : 'border-control bg-surface hover:border-attention hover:bg-attention-quiet',
      )}
    >
      <Icon size={15} aria-hidden="true" />
      {children}
    </button>
  )
}
