import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMessages } from '#contract/admin/messages.ts'
import { getAdminOrder } from '#contract/admin/order-screen.ts'
import { listAuditEntries } from '#contract/audit/audit.ts'
import { CREDIT_NOTE_MAX, type CreditReason } from '#contract/credit/credit-use.ts'
import { type BuyerCredit as Credit, changeCredit, getBuyerCredit } from '#contract/credit/credits.ts'
import { centsFromDollars, dollarTextFromCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, query, queryClient } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatDateTime, formatDollars } from '#web/lib/format.ts'
import { minusDollars } from '#web/lib/line-offers.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'

const REASON_WORDS: Readonly<Record<CreditReason, string>> = {
  late: 'Late delivery',
  claim: 'Claimed leads',
  returning: 'Returning customer',
  granted: 'Given by hand',
  reserved: 'Set aside or spent',
  returned: 'Not needed',
  refund: 'Refunded as credit',
  taken_back: 'Taken back',
}

/** Entries shown at first. */
const FEW = 5

/** The store credit of an order's buyer, from all their orders, with a button to give or take some. */
export default function BuyerCredit({ orderId }: { orderId: OrderId }) {
  const { data, error, refetch } = useQuery({ ...query(getBuyerCredit, { orderId }), staleTime: 0 })
  const [isAll, setIsAll] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  if (error) return <ErrorNotice error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-11" />
  const { balance, entries } = data
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          The buyer has <strong className="figures font-semibold">{formatDollars(balance)}</strong>.
        </p>
        <Button size="small" onClick={() => setIsChanging(true)}>
          Add or remove credit
        </Button>
      </div>
      {entries.length > 0 && (
        <ul aria-label="Store credit history, newest first" className="grid gap-1.5">
          {(isAll ? entries : entries.slice(0, FEW)).map((entry) => (
            <Entry key={entry.id} entry={entry} isOwn={entry.orderId === orderId} />
          ))}
        </ul>
      )}
      {!isAll && entries.length > FEW && (
        <Button look="quiet" size="small" className="-ml-3 justify-self-start" onClick={() => setIsAll(true)}>
          Show all {entries.length}
        </Button>
      )}
      {isChanging && <ChangeDialog orderId={orderId} balance={balance} onClose={() => setIsChanging(false)} />}
    </div>
  )
}

function Entry({ entry, isOwn }: { entry: Credit['entries'][number]; isOwn: boolean }) {
  const { amount, reason, reference, at, note, decidedBy } = entry
  return (
    <li className="flex items-baseline justify-between gap-4">
      <span className="min-w-0">
        {REASON_WORDS[reason]}
        {!isOwn && <span className="figures text-muted">, {reference}</span>}
        <span className="block text-xs text-muted wrap-anywhere" dir="auto">
          {formatDateTime(at)}
          {decidedBy && `, ${decidedBy}`}
          {note && `: “${note}”`}
        </span>
      </span>
      <span className="figures whitespace-nowrap">
        {amount < 0 ? minusDollars(-amount) : `+${formatDollars(amount)}`}
      </span>
    </li>
  )
}

const CHANGES = choicesOf({ grant: 'Give', take: 'Take back' })
type Change = (typeof CHANGES)[number]['value']
const EMPTY = { change: 'grant' as Change, amount: '', reason: '' }

/** What is wrong with a draft, by field; the server decides. */
function problemsOf({ change, amount, reason }: typeof EMPTY, balance: number) {
  const cents = centsFromDollars(amount)
  const isTooMuch = change === 'take' && cents !== null && cents > Math.round(balance * 100)
  return {
    amount: isTooMuch
      ? `The buyer has ${formatDollars(balance)}, so that is the most you can take back.`
      : cents
        ? undefined
        : 'Enter the amount in dollars and cents, such as 20.00.',
    reason: reason.trim() === '' ? 'Please say why. The buyer does not see it.' : undefined,
  }
}

/** Gives or takes credit by hand; the button shows the amount. If a reply is lost, pressing again is the same change. */
function ChangeDialog({ orderId, balance, onClose }: { orderId: OrderId; balance: number; onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const [isChecked, setIsChecked] = useState(false)
  const attempt = useAttempt()
  const discard = useDiscardQuestion({ isTyped: JSON.stringify(draft) !== JSON.stringify(EMPTY), onClose })
  const change = useChange({
    affects: [getBuyerCredit.path, getAdminOrder.path, listMessages.path, listAuditEntries.path],
    send: () => {
      const asked = { ...draft, reason: draft.reason.trim() }
      const body = { ...asked, attemptId: attempt.idFor(asked) }
      return callApi(changeCredit, { params: { orderId }, body })
    },
    onDone: (credit) => {
      queryClient.setQueryData(query(getBuyerCredit, { orderId }).queryKey, credit)
      discard.leave()
    },
    toast: (credit) => ({
      title: 'Store credit changed',
      description: `The buyer now has ${formatDollars(credit.balance)}.`,
    }),
  })
  const found = problemsOf(draft, balance)
  const cents = centsFromDollars(draft.amount)
  const amount = cents && !found.amount ? ` ${formatDollars(dollarTextFromCents(cents))}` : ' credit'
  const isGrant = draft.change === 'grant'
  const handleConfirm = () => {
    setIsChecked(true)
    if (!found.amount && !found.reason) change.mutate()
  }
  return (
    <ConfirmDialog
      title="Store credit of this buyer"
      confirmLabel={isGrant ? `Give${amount}` : `Take${amount} back`}
      pendingLabel="Saving…"
      confirmLook={isGrant ? 'primary' : 'danger'}
      isPending={change.isPending}
      onConfirm={handleConfirm}
      onClose={discard.close}
    >
      <Choice
        legend="What to do"
        options={CHANGES}
        value={draft.change}
        onChange={(next) => setDraft({ ...draft, change: next })}
      />
      <TextField
        label="Amount in dollars"
        note={`the buyer has ${formatDollars(balance)}`}
        inputMode="decimal"
        maxLength={12}
        value={draft.amount}
        error={isChecked ? found.amount : undefined}
        onChange={({ target }) => setDraft({ ...draft, amount: target.value })}
        className="max-w-60"
      />
      <TextArea
        label="Reason"
        note="required, internal"
        rows={2}
        maxLength={CREDIT_NOTE_MAX}
        value={draft.reason}
        error={isChecked ? found.reason : undefined}
        onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
      />
      <p className="text-muted">
        {isGrant
          ? 'We email the buyer the amount and how to use it. It works on any order with their email address.'
          : 'You can only take back unspent credit. The buyer gets no email.'}
      </p>
      <ErrorNotice error={change.error} />
      {discard.question}
    </ConfirmDialog>
  )
}
