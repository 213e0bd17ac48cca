import { UserPlus } from 'lucide-react'
import { type Ref, useState } from 'react'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { type KnownCustomer, useKnownCustomers } from './known-customers.ts'

/** The picker's last entry: a new customer. */
const NEW_CUSTOMER = 'new'
type Entry = KnownCustomer | typeof NEW_CUSTOMER

/** How many are offered at once; typing more finds others. */
const OFFERED_MAX = 20

interface CustomerPickerProps {
  /** `Customer` by default. */
  label?: string
  onPick: (customer: KnownCustomer) => void
  /** With what was typed. */
  onNew: (text: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** An existing customer, found by whatever the caller says, or a new one. */
export function CustomerPicker({ label = 'Customer', onPick, onNew, ref }: CustomerPickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  // Every step of a sale has the field: customers are loaded for those who use it.
  const [isUsed, setIsUsed] = useState(false)
  const customers = useKnownCustomers(search, isUsed)
  // "Create New Customer" appears only once the search has answered: Enter must not clear the form while it is slow.
  const isSettled = isUsed && search === text.trim() && !customers.isFetching
  const found = (customers.data ?? []).filter(
    ({ name, email, businessName }) => isSettled || fitsSearch(text, [name, email, businessName]),
  )
  const entries: readonly Entry[] = [...found.slice(0, OFFERED_MAX), ...(isSettled ? ([NEW_CUSTOMER] as const) : [])]
  const handleChoose = (entry: Entry) => {
    setText(entry === NEW_CUSTOMER ? '' : entry.name)
    if (entry === NEW_CUSTOMER) onNew(text.trim())
    else onPick(entry)
  }
  return (
    <Combobox
      ref={ref}
      onFocus={() => setIsUsed(true)}
      label={label}
      placeholder="Name, phone, email or reference"
      text={text}
      onTextChange={setText}
      options={entries}
      optionKey={(entry) => (entry === NEW_CUSTOMER ? NEW_CUSTOMER : entry.id)}
      renderOption={(entry) =>
        entry === NEW_CUSTOMER ? (
          <span className="flex min-h-7 items-center gap-2 font-semibold text-accent">
            <UserPlus size={16} aria-hidden="true" />
            Create New Customer
          </span>
        ) : (
          <CustomerEntry customer={entry} />
        )
      }
      onChoose={handleChoose}
      awaited={isSettled ? found[0] : undefined}
      news={newsOf({ error: customers.error, isPending: !isSettled && found.length === 0 }, found.length, search)}
    />
  )
}

function CustomerEntry({ customer: { name, email, businessName } }: { customer: KnownCustomer }) {
  return (
    <>
      <span className="line-clamp-1 font-semibold wrap-anywhere" dir="auto">
        {name}
      </span>
      <span className="line-clamp-1 text-muted wrap-anywhere">
        {email}
        {businessName && ` · ${businessName}`}
      </span>
    </>
  )
}

/** The state of the search, in a sentence. */
function newsOf(
  { error, isPending }: { error: { sentence: string } | null; isPending: boolean },
  count: number,
  search: string,
): string {
  if (error) return `Your customers could not be loaded. ${error.sentence}`
  if (isPending) return 'Loading your customers…'
  if (count === 0)
    return search === '' ? 'You have no customers yet.' : 'No customers found. Fill in the fields instead.'
  return count > OFFERED_MAX ? `The first ${OFFERED_MAX} are shown. Keep typing to find others.` : ''
}
