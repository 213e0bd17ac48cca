import { Send } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatDollars } from '#web/lib/format.ts'
import { wantsTexts } from '#web/lib/text-number.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ContactFields } from './contact-fields.tsx'
import { CustomerPicker } from './customer-picker.tsx'
import { changeDraft, missingParts, startDraft, useInvoiceDraft } from './invoice-draft.ts'
import { InvoiceSummary } from './invoice-summary.tsx'
import { fieldsOfCustomer, type KnownCustomer } from './known-customers.ts'
import { SendTrouble } from './send-trouble.tsx'
import { SentPanel } from './sent-panel.tsx'
import { type SentInvoice, useSendInvoice } from './use-send-invoice.ts'

interface InvoiceFormProps {
  /** The signed-in member, whose cart and draft these are. */
  memberId: string
  lines: readonly CartLine[]
  total: number
  /** False until the cart is loaded. */
  isCartKnown: boolean
  /** Called when the cart became an invoice, and when its prices changed: it must be reloaded. */
  onCartChanged: () => void
  /** Shown instead of lines if there are none. */
  emptyCart: ReactNode
  /** How long the lines are held, and other notes next to the total. */
  children?: ReactNode
}

/** Generate Invoice: the customer, the lines, and the button that sends it. */
export function InvoiceForm(props: InvoiceFormProps) {
  const { memberId, lines, total, isCartKnown, onCartChanged, emptyCart, children } = props
  const draft = useInvoiceDraft(memberId)
  const send = useSendInvoice(memberId, onCartChanged)
  const [sent, setSent] = useState<SentInvoice | null>(null)
  const nameField = useRef<HTMLInputElement>(null)
  // If an invoice went out without a reply, its packages have left the cart: pressing again finds it.
  const mayBeSent = draft.unanswered.length > 0
  const missing = missingParts(draft, mayBeSent ? draft.unanswered.length : lines.length)
  const isComplete = missing.length === 0

  const submit = (agreedTotal: number | string) => {
    if (send.isPending) return
    if (!isComplete) {
      showToast({
        title: 'Missing Information',
        description: 'Please fill in customer details and add packages to cart.',
        tone: 'danger',
      })
      return
    }
    send.mutate({ draft, lines, total: agreedTotal }, { onSuccess: setSent })
  }
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit(total)
  }
  // A disabled button also disables Enter, which would leave keyboard users without a response.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing || isComplete) return
    if (event.target instanceof HTMLInputElement) submit(total)
  }
  const handlePick = (customer: KnownCustomer) => changeDraft(memberId, fieldsOfCustomer(customer))
  const handleNew = () => {
    startDraft(memberId, { specialOffers: draft.specialOffers })
    nameField.current?.focus()
  }

  return (
    <div className="grid gap-4">
      {sent && <SentPanel key={sent.request.id} {...sent} onClose={() => setSent(null)} />}
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
              onChange={(change) => changeDraft(memberId, change)}
              onPick={handlePick}
              nameField={nameField}
            />
          </div>
        </Panel>
        <InvoiceSummary lines={lines} total={total} isKnown={isCartKnown} empty={emptyCart}>
          {children}
          <div className="mt-4 border-t border-line pt-4">
            <Switch
              label="Reminder"
              isOn={draft.isReminderOn}
              onChange={(isReminderOn) => changeDraft(memberId, { isReminderOn })}
            >
              One email before the link expires, if it is still unpaid.
            </Switch>
          </div>
          {send.error && (
            <SendTrouble error={send.error} total={send.variables.total} isPending={send.isPending} onAgree={submit} />
          )}
          <Button
            type="submit"
            look="primary"
            disabled={!isComplete}
            aria-disabled={send.isPending || undefined}
            aria-describedby="send-note"
            className="mt-4 w-full"
          >
            <Send size={16} aria-hidden="true" />
            {send.isPending
              ? 'Sending…'
              : `Send Invoice to Customer${lines.length > 0 ? `, ${formatDollars(total)}` : ''}`}
          </Button>
          <p id="send-note" className="mt-2 text-xs text-muted">
            {!isComplete && <span className="block text-ink">Still needed: {missing.join(', ')}.</span>}
            The secure link expires in 24 hours.
          </p>
        </InvoiceSummary>
      </form>
    </div>
  )
}
