import { UserPlus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, type SubmitEvent, useRef, useState } from 'react'
import { TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { fitsSearch } from '#web/lib/fits-search.ts'
import { formatDate, formatDollars } from '#web/lib/format.ts'
import { groupSame, offerEffects, sumRows } from '#web/lib/line-offers.tsx'
import { priceAfterOffers, sumsOf } from '#web/lib/line-sums.ts'
import { wantsTexts } from '#web/lib/phone-numbers.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { NameValues, PriceCut, Sums } from '#web/ui/amounts.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { isEnter } from '#web/ui/page-keys.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ContactFields } from './contact-fields.tsx'
import { missingParts, startDraft } from './invoice-draft.ts'
import { fieldsOfCustomer, fieldsOfText, type KnownCustomer, useKnownCustomers } from './known-customers.ts'
import { SendArea, SendButton } from './send-area.tsx'
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
  const found = (customers.data ?? [])
    .filter(({ name, email, businessName }) => isSettled || fitsSearch(text, [name, email, businessName]))
    .toSorted((a, b) => (b.lastSale?.createdAt ?? '').localeCompare(a.lastSale?.createdAt ?? ''))
  const entries: readonly Entry[] = [...found.slice(0, OFFERED_MAX), ...(isSettled ? ([NEW_CUSTOMER] as const) : [])]
  const handleChoose = (entry: Entry) => {
    setText(entry === NEW_CUSTOMER ? '' : entry.name)
    if (entry === NEW_CUSTOMER) onNew(text.trim())
    else onPick(entry)
  }
  const news = () => {
    if (customers.error) return `Your customers could not be loaded. ${customers.error.sentence}`
    if (found.length === 0 && !isSettled) return 'Loading your customers…'
    if (found.length === 0) return search === '' ? 'You have no customers yet.' : 'No match. Enter adds a new customer.'
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
            <span className="figures line-clamp-1 text-xs text-muted">
              {entry.phone && `${entry.phone} · `}
              {entry.lastSale
                ? `last ${formatDollars(entry.lastSale.total)}, ${formatDate(entry.lastSale.createdAt)}`
                : 'no sale yet'}
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

/** `2 × Premier 20+5 · Travis, TX · Vacant`, with what they cost together and what offers did to it. */
function ShortLine({ line, count, onRemove }: { line: CartLine; count: number; onRemove: () => void }) {
  const { tier, size, bonusLeads, county, state, leadType, deliveryMethod, offers } = line
  const effects = offerEffects(offers.map((offer) => ({ ...offer, discount: offer.discount * count })))
  return (
    <>
      <p className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 text-xs text-muted">
          <span className="text-sm font-semibold text-ink">
            {count > 1 && `${count} × `}
            {TIER_FACTS[tier].name} {size}
            {bonusLeads > 0 && `+${bonusLeads}`}
          </span>{' '}
          <span className="inline-block">
            {county}, {stateCodeOf(state)}&nbsp;· <span className="capitalize">{leadType}</span>
            {deliveryMethod === 'sms' && '\xa0· SMS Text'}
          </span>
        </span>
        <span className="flex shrink-0 items-baseline">
          <PriceCut was={formatDollars(line.price * count)} now={formatDollars(priceAfterOffers(line) * count)} />
          <Button
            icon={X}
            look="quiet"
            className="-my-2 -mr-2.5 min-w-11 px-2! text-muted! compact:min-w-8"
            onClick={onRemove}
            aria-label={`Take ${count > 1 ? 'one ' : ''}${TIER_FACTS[tier].name} ${size}, ${county}, out of the cart`}
          />
        </span>
      </p>
      <NameValues label="Offers" rows={effects} className="text-xs" />
    </>
  )
}

interface InvoiceFormProps {
  invoice: Invoice
  lines: readonly CartLine[]
  total: number
  /** With the fields of the customer, if they are nowhere else on the screen. */
  isWhole: boolean
  /** Send is in a bar at the bottom. */
  isShort: boolean
  onRemove: (line: CartLine) => void
  /** With the heading `invoice-summary`. */
  head: ReactNode
  empty: ReactNode
}

/** What is sold, a line for each kind, what it comes to, and Send. */
export function InvoiceForm(props: InvoiceFormProps) {
  const { invoice, lines, total, isWhole, isShort, onRemove, head, empty } = props
  const amount = lines.length > 0 ? total : null
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    invoice.submit()
  }
  // A disabled button also disables Enter, which would leave keyboard users without a response.
  const handleKeyDown = (event: KeyboardEvent) => {
    const isAnswered = invoice.isComplete || event.defaultPrevented || event.nativeEvent.isComposing
    if (isEnter(event) && !isAnswered && event.target instanceof HTMLInputElement) invoice.submit()
  }
  return (
    <form
      noValidate
      aria-label="Invoice"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className={isWhole ? 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]' : ''}
    >
      {isWhole && <CustomerFields invoice={invoice} isTexted={wantsTexts(lines)} />}
      <section aria-labelledby="invoice-summary" className="rounded-md border border-line bg-surface px-4 pt-4 sm:px-5">
        {head}
        {/* High enough for a usual sale, so that the button stays where it is while lines are added. */}
        <div className="mt-3 lg:min-h-32">
          {lines.length > 0 ? (
            <ul className="divide-y divide-line border-t border-line">
              {groupSame(lines).map(({ line, same }) => (
                <li key={line.holdId} className="py-1.5">
                  <ShortLine line={line} count={same.length} onRemove={() => onRemove(same.at(-1) ?? line)} />
                </li>
              ))}
            </ul>
          ) : (
            empty
          )}
        </div>
        {/* With the total, what follows stays in view below a long list. */}
        <div className="sticky bottom-(--foot) rounded-b-md border-t border-line bg-surface pt-3 pb-4 max-lg:static">
          <Sums rows={sumRows(sumsOf(lines))} name="Total" amount={formatDollars(total)} />
          <SendArea invoice={invoice} total={isShort ? undefined : amount} />
        </div>
      </section>
      {isShort && (
        <div className="fixed inset-x-0 bottom-(--foot) z-10 border-t border-line bg-surface px-4 py-1.5 shadow-[0_2rem_var(--color-surface)]">
          <SendButton invoice={invoice} total={amount} />
        </div>
      )}
    </form>
  )
}

type CustomerFieldsProps = Pick<InvoiceFormProps, 'invoice'> & { isTexted: boolean }

/** A customer who is known when the form opens is a line that opens into fields. */
function CustomerFields({ invoice, isTexted }: CustomerFieldsProps) {
  const { memberId, draft, change } = invoice
  const [isFolded] = useState(missingParts(draft, 1).length === 0)
  const nameField = useRef<HTMLInputElement>(null)
  const handleNew = (text: string) => {
    startDraft(memberId, { specialOffers: draft.specialOffers, ...fieldsOfText(text) })
    nameField.current?.focus()
  }
  return (
    <Panel title="Customer Information">
      <details open={!isFolded}>
        <summary className={isFolded ? 'flex min-h-11 items-center justify-between gap-4' : 'hidden'}>
          <span className="min-w-0 wrap-anywhere">
            <bdi className="font-semibold">{draft.fullName}</bdi>, {draft.email}
          </span>
          <span className="font-semibold text-accent">Change</span>
        </summary>
        <div className="grid gap-4">
          <CustomerPicker
            key={draft.attemptId}
            onPick={(customer) => change(fieldsOfCustomer(customer))}
            onNew={handleNew}
          />
          <ContactFields
            fields={draft}
            isTexted={isTexted}
            isChecked={invoice.isChecked}
            onChange={change}
            nameField={nameField}
          />
        </div>
      </details>
    </Panel>
  )
}
