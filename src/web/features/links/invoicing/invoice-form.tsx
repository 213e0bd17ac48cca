import { UserPlus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, type SubmitEvent, useRef, useState } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { formatDollars } from '#web/lib/format.ts'
import { BillLine, sumRows } from '#web/lib/line-offers.tsx'
import { sumsOf } from '#web/lib/line-sums.ts'
import { wantsTexts } from '#web/lib/phone-numbers.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { isEnter } from '#web/ui/page-keys.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { ContactFields } from './contact-fields.tsx'
import { missingParts, startDraft } from './invoice-draft.ts'
import { fieldsOfCustomer, fieldsOfText, type KnownCustomer, useKnownCustomers } from './known-customers.ts'
import { SendArea } from './send-area.tsx'
import type { Invoice } from './use-invoice.ts'

const NEW_CUSTOMER = 'new'
type Entry = KnownCustomer | typeof NEW_CUSTOMER

const OFFERED_MAX = 20

interface CustomerPickerProps {
  label?: string
  error?: string | undefined
  onPick: (customer: KnownCustomer) => void
  onNew: (text: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** An existing customer, found by whatever the caller says, or a new one. */
export function CustomerPicker({ label = 'Customer', error, onPick, onNew, ref }: CustomerPickerProps) {
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
  const news = () => {
    if (customers.error) return `Your customers could not be loaded. ${customers.error.sentence}`
    if (found.length === 0 && !isSettled) return 'Loading your customers…'
    if (found.length === 0)
      return search === '' ? 'You have no customers yet.' : 'No customers found. Fill in the fields instead.'
    return found.length > OFFERED_MAX ? `The first ${OFFERED_MAX} are shown. Keep typing to find others.` : ''
  }
  return (
    <Combobox
      ref={ref}
      onFocus={() => setIsUsed(true)}
      label={label}
      error={error}
      placeholder="Name, phone or email"
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
          <>
            <span className="line-clamp-1 font-semibold wrap-anywhere" dir="auto">
              {entry.name}
            </span>
            <span className="line-clamp-1 text-muted wrap-anywhere">
              {entry.email}
              {entry.businessName && ` · ${entry.businessName}`}
            </span>
          </>
        )
      }
      onChoose={handleChoose}
      awaited={isSettled ? found[0] : undefined}
      news={news()}
    />
  )
}

interface InvoiceSummaryProps {
  title?: string
  lines: readonly CartLine[]
  total: number
  isKnown: boolean
  empty: ReactNode
  /** Shows the lines below everything else, so that total and button stay where they are while lines are added. */
  areLinesLast?: boolean
  children: ReactNode
}

export function InvoiceSummary(props: InvoiceSummaryProps) {
  const { title = 'Invoice Summary', lines, total, isKnown, empty, areLinesLast = false, children } = props
  return (
    <section
      aria-labelledby="invoice-summary"
      className="flex flex-col rounded-md border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="invoice-summary" className="text-base font-semibold">
        {title}
      </h2>
      {lines.length > 0 ? (
        <ul className={classes('mt-3 divide-y divide-line border-y border-line', areLinesLast && 'order-last')}>
          {lines.map((line) => (
            <li key={line.holdId} className="py-2 text-sm">
              <BillLine line={line} />
            </li>
          ))}
        </ul>
      ) : (
        isKnown && <div className="mt-3">{empty}</div>
      )}
      <Sums rows={sumRows(sumsOf(lines))} name="Total" amount={formatDollars(total)} className="mt-3" />
      {children}
    </section>
  )
}

interface InvoiceFormProps {
  invoice: Invoice
  lines: readonly CartLine[]
  total: number
  isCartKnown: boolean
  /** A customer who is known when the form opens is shown in a few lines, which open into the fields. */
  isShort: boolean
  emptyCart: ReactNode
  children?: ReactNode
}

export function InvoiceForm(props: InvoiceFormProps) {
  const { invoice, lines, total, isCartKnown, isShort, emptyCart, children } = props
  const { memberId, draft, change, isComplete, submit } = invoice
  const hasCustomer = missingParts(draft, 1).length === 0
  const [isShut, setIsShut] = useState(isShort && hasCustomer)
  const isFolded = isShut && hasCustomer
  const nameField = useRef<HTMLInputElement>(null)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  // A disabled button also disables Enter, which would leave keyboard users without a response.
  const handleKeyDown = (event: KeyboardEvent) => {
    const isAnswered = isComplete || event.defaultPrevented || event.nativeEvent.isComposing
    if (isEnter(event) && !isAnswered && event.target instanceof HTMLInputElement) submit()
  }
  const handlePick = (customer: KnownCustomer) => change(fieldsOfCustomer(customer))
  const handleNew = (text: string) => {
    startDraft(memberId, { specialOffers: draft.specialOffers, ...fieldsOfText(text) })
    nameField.current?.focus()
  }
  const handleOpen = () => {
    setIsShut(false)
    requestAnimationFrame(() => nameField.current?.focus())
  }
  const openButton = (
    <Button size="small" className="-my-1" onClick={handleOpen}>
      Change
    </Button>
  )
  return (
    <form
      noValidate
      aria-label="Invoice"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <Panel title="Customer Information" actions={isFolded && openButton}>
        {isFolded ? (
          <>
            <p className="font-semibold wrap-anywhere" dir="auto">
              {draft.fullName}
            </p>
            <p className="wrap-anywhere text-muted">{draft.email}</p>
            {draft.cellPhone && <PhoneLink phone={draft.cellPhone} />}
          </>
        ) : (
          <div className="grid gap-4">
            <CustomerPicker key={draft.attemptId} onPick={handlePick} onNew={handleNew} />
            <ContactFields
              fields={draft}
              isTexted={wantsTexts(lines)}
              isChecked={invoice.isChecked}
              onChange={change}
              nameField={nameField}
            />
          </div>
        )}
      </Panel>
      <InvoiceSummary lines={lines} total={total} isKnown={isCartKnown} empty={emptyCart} areLinesLast={isFolded}>
        {children}
        <SendArea invoice={invoice} total={lines.length > 0 ? total : null} />
      </InvoiceSummary>
    </form>
  )
}
