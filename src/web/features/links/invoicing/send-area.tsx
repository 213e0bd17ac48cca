import { Send } from 'lucide-react'
import { formatDollars } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/choice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Invoice, isUnanswered } from './use-invoice.ts'

/** Why an invoice was not sent, next to the button. A changed amount is shown to agree to; all input is kept. */
function SendTrouble({ send: { error, variables, isPending }, submit }: Pick<Invoice, 'send' | 'submit'>) {
  if (!error) return null
  const changed = error.code === 'amount_changed' ? error.details.total : undefined
  if (typeof changed !== 'string') {
    const isOpen = isUnanswered(error)
    return (
      <Notice
        tone="danger"
        title={isOpen ? 'We can’t tell yet whether the invoice was sent' : 'The invoice was not sent'}
        className="mt-4"
      >
        {error.sentence}
        {isOpen && ' Then press the button again. If the invoice already went out, we won’t send it twice.'}
      </Notice>
    )
  }
  return (
    <Notice
      tone="attention"
      title="The amount changed"
      className="mt-4"
      action={
        <Button look="primary" isBusy={isPending} onClick={() => submit(changed)}>
          {isPending ? 'Sending…' : `Agree and send, ${formatDollars(changed)}`}
        </Button>
      }
    >
      <AmountChange was={variables.total} now={changed} />
      <p>Nothing was sent. Tell your customer before you continue.</p>
    </Notice>
  )
}

/** The end of an invoice, from its reminder to the button. `total` is in dollars, or null while the cart is empty. */
export function SendArea({ invoice, total }: { invoice: Invoice; total: number | null }) {
  const { draft, change, missing, isComplete, isChecked, send, submit } = invoice
  return (
    <>
      <div className="mt-4 border-t border-line pt-4">
        <Switch label="Reminder" isOn={draft.isReminderOn} onChange={(isReminderOn) => change({ isReminderOn })}>
          One email before the link expires, if it is still unpaid.
        </Switch>
      </div>
      <SendTrouble send={send} submit={submit} />
      <Button
        icon={Send}
        type="submit"
        look="primary"
        disabled={!isComplete}
        isBusy={send.isPending}
        aria-describedby="send-note"
        className="mt-4 w-full"
      >
        {send.isPending ? 'Sending…' : `Send Invoice to Customer${total === null ? '' : `, ${formatDollars(total)}`}`}
      </Button>
      <p id="send-note" className="mt-2 text-xs text-muted">
        {!isComplete && (
          <span className={`block ${isChecked ? 'text-danger' : 'text-ink'}`}>Still needed: {missing.join(', ')}.</span>
        )}
        The secure link expires in 24 hours.
      </p>
    </>
  )
}

/** Two amounts, in dollars, for the rep to agree to. */
export const AmountChange = ({ was, now }: { was: number | string; now: number | string }) => (
  <p className="figures">
    <s className="text-muted">
      <span className="sr-only">was </span>
      {formatDollars(was)}
    </s>{' '}
    <span aria-hidden="true">→ </span>
    <span className="sr-only">now </span>
    <strong>{formatDollars(now)}</strong>
  </p>
)
