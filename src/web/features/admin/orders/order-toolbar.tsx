import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OrderStatus, PaymentMethod } from '#contract/orders/orders.ts'
import type { SalesChannel } from '#contract/sales/analytics.ts'
import { DayRangeFields } from '#web/lib/day-range-fields.tsx'
import { useStoreZone, zoneWords } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useReps } from './order-data.ts'
import { isNarrowed, type OrderFilters, withoutFilters } from './order-filters.ts'
import { CHANNEL_NAMES, figureWords, METHOD_NAMES, ORDER_STATUS_NAMES } from './order-words.ts'

const ALL_PAID = 'All paid orders'
const ANY = 'Any'

interface OrderToolbarProps {
  filters: OrderFilters
  onChange: (filters: OrderFilters) => void
  /** Further buttons beside the filters. */
  children?: ReactNode
}

/** Search and filters. Rarely used ones are folded on a phone. */
export function OrderToolbar({ filters, onChange, children }: OrderToolbarProps) {
  const isFolding =
    filters.channel !== null ||
    filters.repId !== '' ||
    filters.method !== null ||
    filters.from !== '' ||
    filters.to !== ''
  const [isOpen, setIsOpen] = useState(isFolding)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-52 grow basis-72">
          <SearchField
            label="Search by reference, name, email, phone or amount"
            placeholder="LY-7K3M9QXD, Lovelace, 555-0184, $638"
            value={filters.search}
            onSearch={(search) => onChange({ ...filters, search, figure: null })}
          />
        </div>
        <Chosen<OrderStatus>
          label="State"
          any={ALL_PAID}
          names={ORDER_STATUS_NAMES}
          value={filters.status}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)} className="max-sm:w-full">
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
        {children}
      </div>
      {isOpen && <MoreFilters filters={filters} onChange={onChange} />}
      {isNarrowed(filters) && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          {filters.figure && (
            <p className="inline-flex items-center gap-2 rounded-full border border-accent/40 bg-accent-quiet px-3 py-1">
              Orders behind this figure: {figureWords(filters.figure)}
            </p>
          )}
          <Button size="small" look="quiet" onClick={() => onChange(withoutFilters(filters))}>
            <X size={14} aria-hidden="true" />
            Show all paid orders
          </Button>
        </div>
      )}
    </div>
  )
}

function MoreFilters({ filters, onChange }: OrderToolbarProps) {
  const reps = useReps()
  const timeZone = useStoreZone()
  const repNames = Object.fromEntries(reps.map(({ id, name }) => [id, name]))
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-start gap-3">
        <Chosen<SalesChannel>
          label="Sold through"
          any={ANY}
          names={CHANNEL_NAMES}
          value={filters.channel}
          onChange={(channel) => onChange({ ...filters, channel })}
        />
        <Chosen<string>
          label="Rep"
          any={ANY}
          names={repNames}
          value={filters.repId || null}
          onChange={(repId) => onChange({ ...filters, repId: repId ?? '' })}
        />
        <Chosen<PaymentMethod>
          label="Paid by"
          any={ANY}
          names={METHOD_NAMES}
          value={filters.method}
          onChange={(method) => onChange({ ...filters, method })}
        />
        <DayRangeFields
          from={filters.from}
          to={filters.to}
          onChange={(days) => onChange({ ...filters, ...days })}
          className="w-full xs:w-40"
        />
      </div>
      <p className="text-xs text-muted">
        Days in {zoneWords(timeZone)}: when the order was paid, placed (if unpaid) or canceled.
      </p>
    </div>
  )
}

interface ChosenProps<Value extends string> {
  label: string
  any: string
  names: Readonly<Record<Value, string>>
  value: Value | null
  onChange: (value: Value | null) => void
}

/** A choice of one value by its name, or any. */
function Chosen<Value extends string>({ label, any, names, value, onChange }: ChosenProps<Value>) {
  const known = Object.entries(names) as [Value, string][]
  return (
    <SelectField
      label={label}
      options={[any, ...known.map(([, name]) => name)]}
      value={value === null ? any : (names[value] ?? value)}
      onChange={({ target }) => onChange(known.find(([, name]) => name === target.value)?.[0] ?? null)}
      className="min-w-40 max-sm:grow max-sm:basis-36"
    />
  )
}
