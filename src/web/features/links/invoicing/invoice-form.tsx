import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { wantsTexts } from '#web/lib/text-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ContactFields } from './contact-fields.tsx'
import { CustomerPicker } from './customer-picker.tsx'
import { type InvoiceFields, missingParts, startDraft } from './invoice-draft.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import { fieldsOfCustomer, fieldsOfText, type KnownCustomer } from './known-customers.ts'
import { SendArea } from './send-area.tsx'
import type { Invoice } from './use-invoice.ts'

interface InvoiceFormProps {
  invoice: Invoice
  lines: readonly CartLine[]
  /** Dollars. */
  total: number
  /** False until the cart is loaded. */
  isCartKnown: boolean
  /** A customer who is known when the form opens is shown in a few lines, which open into the fields. */
  isShort: boolean
  /** Shown instead of lines if there are none. */
  emptyCart: ReactNode
  /** How long the lines are held, and other notes next to the total. */
  children?: ReactNode
}

/** Generate Invoice: the customer, the lines, and the button that sends it. */
export function InvoiceForm(props: InvoiceFormProps) {
  const { invoice, lines, total, isCartKnown, isShort, emptyCart, children } = props
  const { memberId, draft, change, isComplete, submit } = invoice
  const hasCustomer = missingParts(draft, 1).length === 0
  const [isFolded, setIsFolded] = useState(isShort && hasCustomer)
  const nameField = useRef<HTMLInputElement>(null)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  // A disabled button also disables Enter, which would leave keyboard users without a response.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.ctrlKey ||
      event.metaKey ||
      event.defaultPrevented ||
      event.nativeEvent.isComposing ||
      isComplete
    )
      return
    if (event.target instanceof HTMLInputElement) submit()
  }
  const handlePick = (customer: KnownCustomer) => change(fieldsOfCustomer(customer))
  const handleNew = (text: string) => {
    startDraft(memberId, { specialOffers: draft.specialOffers, ...fieldsOfText(text) })
    nameField.current?.focus()
  }
  const handleOpen = () => {
    setIsFolded(false)
    requestAnimationFrame(() => nameField.current?.focus())
  }

  return (
    <form
      noValidate
      aria-label="Invoice"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      {isFolded && hasCustomer ? (
        <CustomerInShort draft={draft} onOpen={handleOpen} />
      ) : (
        <Panel title="Customer Information">
          <div className="grid gap-4">
            <CustomerPicker key={draft.attemptId} onPick={handlePick} onNew={handleNew} />
            <ContactFields
              fields={draft}
              isTexted={wantsTexts(lines)}
              onChange={change}
              onPick={handlePick}
              nameField={nameField}
            />
          </div>
        </Panel>
      )}
      <InvoiceSummary
        lines={lines}
        total={total}
        isKnown={isCartKnown}
        empty={emptyCart}
        areLinesLast={isFolded && hasCustomer}
      >
        {children}
        <SendArea invoice={invoice} total={lines.length > 0 ? total : null} />
      </InvoiceSummary>
    </form>
  )
}

/** The customer in two lines, and the way to the fields. */
function CustomerInShort({ draft, onOpen }: { draft: InvoiceFields; onOpen: () => void }) {
  return (
    <Panel
      title="Customer Information"
      actions={
        <Button size="small" className="-my-1" onClick={onOpen}>
          Change
        </Button>
      }
    >
      <p className="font-semibold wrap-anywhere" dir="auto">
        {draft.fullName}
      </p>
      <p className="wrap-anywhere text-muted">{draft.email}</p>
    </Panel>
  )
}
