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
        className="my-3"
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
      className="my-3"
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

/** The button that sends. `total` is in dollars, or null while the cart is empty. */
export const SendButton = ({ invoice: { isComplete, send }, total }: { invoice: Invoice; total: number | null }) => (
  <Button
    icon={Send}
    id="send-invoice"
    type="submit"
    look="primary"
    disabled={!isComplete}
    isBusy={send.isPending}
    aria-describedby="send-note"
    className="w-full px-2! min-[90rem]:whitespace-nowrap"
  >
    {send.isPending ? 'Sending…' : `Send Invoice to Customer${total === null ? '' : `, ${formatDollars(total)}`}`}
  </Button>
)

/** The end of an invoice, from its reminder to the button; without a total, that is elsewhere. */
export function SendArea({ invoice, total }: { invoice: Invoice; total: number | null | undefined }) {
  const { draft, change, missing, isComplete, isChecked, send, submit } = invoice
  return (
    <>
      <div className="my-2 [&>*]:items-center">
        <Switch
          label="Reminder before it expires"
          isOn={draft.isReminderOn}
          onChange={(isReminderOn) => change({ isReminderOn })}
        />
      </div>
      <SendTrouble send={send} submit={submit} />
      {total !== undefined && <SendButton invoice={invoice} total={total} />}
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
