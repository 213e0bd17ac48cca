import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef } from 'react'
import { wantsTexts } from '#web/lib/text-number.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ContactFields } from './contact-fields.tsx'
import { CustomerPicker } from './customer-picker.tsx'
import { startDraft } from './invoice-draft.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import { fieldsOfCustomer, fieldsOfText, type KnownCustomer } from './known-customers.ts'
import { SendArea } from './send-area.tsx'
import { SentPanel } from './sent-panel.tsx'
import { type InvoiceParts, useInvoice } from './use-invoice.ts'

interface InvoiceFormProps extends InvoiceParts {
  /** False until the cart is loaded. */
  isCartKnown: boolean
  /** Shown instead of lines if there are none. */
  emptyCart: ReactNode
  /** How long the lines are held, and other notes next to the total. */
  children?: ReactNode
}

/** Generate Invoice: the customer, the lines, and the button that sends it. */
export function InvoiceForm({ isCartKnown, emptyCart, children, ...parts }: InvoiceFormProps) {
  const { memberId, lines, total } = parts
  const invoice = useInvoice(parts)
  const { draft, change, isComplete, submit, sent } = invoice
  const nameField = useRef<HTMLInputElement>(null)

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  // A disabled button also disables Enter, which would leave keyboard users without a response.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || isComplete) return
    if (event.target instanceof HTMLInputElement) submit()
  }
  const handlePick = (customer: KnownCustomer) => change(fieldsOfCustomer(customer))
  const handleNew = (text: string) => {
    startDraft(memberId, { specialOffers: draft.specialOffers, ...fieldsOfText(text) })
    nameField.current?.focus()
  }

  return (
    <div className="grid gap-4">
      {sent && <SentPanel key={sent.request.id} {...sent} onClose={invoice.closeSent} />}
      <form
        noValidate
        aria-label="Invoice"
        onSubmit={handleSubmit}
        onKeyDown={handleKeyDown}
        className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]"
      >
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
        <InvoiceSummary lines={lines} total={total} isKnown={isCartKnown} empty={emptyCart}>
          {children}
          <SendArea invoice={invoice} total={lines.length > 0 ? total : null} />
        </InvoiceSummary>
      </form>
    </div>
  )
}
