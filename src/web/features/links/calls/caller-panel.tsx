import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { readEmail } from '#contract/email-address.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import { useCustomer } from '#web/features/links/customers/customer-data.ts'
import { ContactFields } from '#web/features/links/invoicing/contact-fields.tsx'
import type { InvoiceDraft } from '#web/features/links/invoicing/invoice-draft.ts'
import { CustomerPicker } from '#web/features/links/invoicing/invoice-form.tsx'
import * as knownCustomers from '#web/features/links/invoicing/known-customers.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const loadHistory = () =>
  import('#web/features/links/customers/customer-history.tsx').then((file) => ({ default: file.CustomerHistory }))

type OnRepeat = (sale: PaymentRequest) => void
function CallerHistory(props: { customerId: string; isNarrow: boolean; onRepeat: OnRepeat }) {
  const { customerId, isNarrow, onRepeat } = props
  const { data: customer, error } = useCustomer(customerId)
  if (error) return <p className="text-muted">Their requests could not be loaded. {error.sentence}</p>
  if (!customer) return <Skeleton className="h-20" />
  // A phone has room for one.
  const sales = customer.requests.slice(0, isNarrow ? 1 : 3)
  return <LatePart load={loadHistory} props={{ sales, onRepeat }} failed={() => null} />
}

interface CallerPanelProps {
  draft: InvoiceDraft
  onChange: (change: Partial<InvoiceDraft>) => void
  isTexted: boolean
  isChecked: boolean
  isNarrow: boolean
  onDone: () => void
  onRepeat: OnRepeat
  onAnother: () => void
  pickerField: RefObject<HTMLInputElement | null>
}

/** Who is on the phone: found by what they say, or new; with what they bought and owe. */
export function CallerPanel(props: CallerPanelProps) {
  const { draft, onChange, isTexted, isChecked, isNarrow, onDone, onRepeat, onAnother, pickerField } = props
  const [isNew, setIsNew] = useState(false)
  const fields = useRef<HTMLFormElement>(null)
  const isChosen = isNew || draft.fullName !== '' || draft.email !== ''

  const focusFirstWrong = () => {
    const required = [...(fields.current?.querySelectorAll<HTMLInputElement>('[aria-required]') ?? [])]
    const wrong = required.find(({ type, value }) => !(type === 'email' ? readEmail(value) : value.trim()))
    // A field is checked when it loses focus.
    wrong?.blur()
    wrong?.focus()
  }
  const handlePick = (customer: knownCustomers.KnownCustomer) => {
    onChange(knownCustomers.fieldsOfCustomer(customer))
    setIsNew(false)
    onDone()
  }
  const handleNew = (text: string) => {
    onChange(knownCustomers.fieldsOfText(text))
    setIsNew(true)
    // The fields are there after the next frame.
    requestAnimationFrame(focusFirstWrong)
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (draft.fullName.trim() !== '' && readEmail(draft.email) !== null) onDone()
    else focusFirstWrong()
  }

  if (!isChosen) {
    return (
      <Panel title="Caller" className="min-w-0">
        <CustomerPicker
          label="Find the caller"
          error={isChecked ? 'Choose a customer, or start a new one.' : undefined}
          ref={pickerField}
          onPick={handlePick}
          onNew={handleNew}
        />
        <p className="mt-2 text-xs text-muted">
          Type what they tell you.{' '}
          <span className="pointer-coarse:hidden">If nothing fits, Enter starts a new customer.</span>
        </p>
      </Panel>
    )
  }
  return (
    <Panel
      title="Caller"
      actions={
        <Button look="quiet" size="small" className="-my-1.5 -mr-2" onClick={onAnother}>
          Another caller
        </Button>
      }
      className="min-w-0"
    >
      {!isNew && <CallerFacts draft={draft} isNarrow={isNarrow} onRepeat={onRepeat} />}
      <form ref={fields} noValidate aria-label="Caller’s details" onSubmit={handleSubmit}>
        <details key={isNew ? 'new' : 'known'} open={isNew}>
          <summary className="min-h-8 cursor-pointer py-1 font-semibold text-accent">
            {isNew ? 'New customer' : 'Details and notes'}
          </summary>
          <div className="mt-2">
            <ContactFields fields={draft} {...{ isTexted, isChecked, onChange }} isShort={isNew} />
          </div>
        </details>
        {isNew && (
          <Button type="submit" className="mt-3 w-full lg:hidden">
            Choose packages
          </Button>
        )}
      </form>
    </Panel>
  )
}

function CallerFacts({ draft, ...rest }: Pick<CallerPanelProps, 'draft' | 'isNarrow' | 'onRepeat'>) {
  const address = readEmail(draft.email)
  const { data } = knownCustomers.useKnownCustomers(address ?? '', address !== null)
  const customer = data?.find(({ email }) => email.toLowerCase() === address?.toLowerCase())
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-3 text-sm">
      <div className="wrap-anywhere">
        <p className="text-base font-semibold" dir="auto">
          {draft.fullName}
        </p>
        {draft.businessName && <p dir="auto">{draft.businessName}</p>}
        <p className="truncate text-muted" title={draft.email}>
          {draft.email}
        </p>
        {draft.cellPhone && <PhoneLink phone={draft.cellPhone} />}
      </div>
      {customer?.notes && (
        <p className="max-h-24 overflow-y-auto rounded-md bg-sunken p-2 whitespace-pre-wrap wrap-anywhere" dir="auto">
          {customer.notes}
        </p>
      )}
      {customer && <CallerHistory customerId={customer.id} {...rest} />}
    </div>
  )
}
