import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { type AdminOrder, refundOrder } from '#contract/admin/order-screen.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import { getBuyerCredit } from '#contract/credit/credits.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatDollars } from '#web/lib/format.ts'
import { UsualTexts } from '#web/lib/text-dialog.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { Choice } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { TOUCHED_PATHS } from './order-data.ts'
import * as refundRules from './refund-rules.ts'

const SCOPES = choicesOf({ whole: 'Full refund', lines: 'Partial refund' })

function toastOf({ amount, credit, isByHand }: ReplyOutputOf<typeof refundOrder>) {
  const money = (Math.round(Number(amount) * 100) - Math.round(Number(credit) * 100)) / 100
  const moneyWords = isByHand
    ? `Now send ${formatDollars(money)} back yourself; the store can’t do it for you.`
    : `${formatDollars(money)} is going back to the buyer’s card.`
  const creditWords = `${formatDollars(credit)} is back in the buyer’s store credit.`
  return {
    title: isByHand ? 'Refund recorded' : money > 0 ? 'Refund on its way' : 'Refund made',
    description: [money > 0 && moneyWords, Number(credit) > 0 && creditWords].filter(Boolean).join(' '),
  }
}

/** `lineNumber`: the package that it starts with, instead of the whole order. */
type RefundDialogProps = { order: AdminOrder; lineNumber: number | undefined; onClose: () => void }

/** Refunds an order. It says what will happen, and the button shows the amount. */
export function RefundDialog({ order, lineNumber, onClose }: RefundDialogProps) {
  const [initial] = useState(() => refundRules.draftOf(order, lineNumber))
  const [draft, setDraft] = useState<refundRules.RefundDraft>(initial)
  /** Errors appear once the button is pressed; from then on they follow the typing. */
  const [isChecked, setIsChecked] = useState(false)
  // If a reply is lost, pressing again finds the same refund.
  const attempt = useAttempt()
  const refund = useChange({
    affects: TOUCHED_PATHS,
    send: (asked: Extract<refundRules.ReadRefund, { ok: true }>['asked']) =>
      callApi(refundOrder, { params: { orderId: order.id }, body: { ...asked, attemptId: attempt.idFor(asked) } }),
    onDone: attempt.end,
    toast: toastOf,
  })
  // The order's own page has loaded it already. Without it, its sentence is left out.
  const { data: credit } = useQuery({ ...query(getBuyerCredit, { orderId: order.id }), enabled: order.email !== null })
  const hasEarnedCredit = Boolean(
    credit?.entries.some(({ orderId, reason }) => orderId === order.id && /^(late|claim|returning)$/.test(reason)),
  )
  const isTyped = JSON.stringify(draft) !== JSON.stringify(initial)
  const discard = useDiscardQuestion({ isTyped, onClose })
  const read = refundRules.readRefund(order, draft)
  const problems = isChecked && !read.ok ? read.problems : {}
  const handleConfirm = () => {
    setIsChecked(true)
    if (read.ok) refund.mutate(read.asked, { onSuccess: discard.leave })
  }
  return (
    <ConfirmDialog
      title={
        <>
          Refund <span className="whitespace-nowrap">{order.reference}</span>
        </>
      }
      confirmLabel={read.cents === null ? 'Refund' : `Refund ${formatDollars(read.cents / 100)}`}
      pendingLabel="Refunding…"
      confirmLook="danger"
      isPending={refund.isPending}
      onConfirm={handleConfirm}
      onClose={discard.close}
    >
      <div>
        <Choice
          legend="How much"
          options={SCOPES}
          value={draft.isWhole ? 'whole' : 'lines'}
          onChange={(scope) => setDraft({ ...draft, isWhole: scope === 'whole' })}
        />
      </div>
      <LineFields order={order} draft={draft} problems={problems} onChange={setDraft} />
      <div className="grid gap-2">
        <TextArea
          label="Reason"
          note="required, internal"
          rows={2}
          maxLength={500}
          value={draft.reason}
          error={problems.reason}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
        <UsualTexts
          texts={refundRules.USUAL_REASONS}
          typed={draft.reason}
          onChoose={(reason) => setDraft(refundRules.withReason(draft, reason))}
        />
      </div>
      {read.cents !== null && read.cents > 0 && (
        <Notice title="What will happen">
          <ul className="list-disc pl-4">
            {refundRules
              .consequencesOf(order, {
                ...read,
                cents: read.cents,
                touched: refundRules.touchedLines(order, draft),
                hasEarnedCredit,
              })
              .map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
          </ul>
        </Notice>
      )}
      <ErrorNotice error={refund.error} />
      {discard.question}
    </ConfirmDialog>
  )
}

interface LineFieldsProps {
  order: AdminOrder
  draft: refundRules.RefundDraft
  problems: refundRules.RefundProblems
  onChange: Dispatch<SetStateAction<refundRules.RefundDraft>>
}

const LineFields = ({ order, draft, problems, onChange }: LineFieldsProps) => (
  <fieldset className="grid gap-2">
    <legend className="sr-only">Packages</legend>
    {refundRules.openLines(order).map((line) => {
      const { lineNumber } = line
      const typed = draft.lines.find((one) => one.lineNumber === lineNumber)
      if (!typed) return null
      const change = (part: Partial<refundRules.LineDraft>) =>
        onChange((before) => ({
          ...before,
          lines: before.lines.map((one) => (one.lineNumber === lineNumber ? { ...one, ...part } : one)),
        }))
      return (
        <div key={lineNumber} className="rounded-md border border-line bg-surface px-3 py-1">
          <Check
            label={`${packageName(line)}, ${line.leadTypeName}, ${line.county}, ${line.state}`}
            price={formatDollars(line.left)}
            isOn={draft.isWhole || typed.isChosen}
            isFixed={draft.isWhole}
            onChange={(isChosen) => change({ isChosen })}
          />
          {(draft.isWhole || typed.isChosen) && (
            <div className="mt-1 mb-2 grid gap-1 pl-6">
              {!draft.isWhole && (
                <TextField
                  label="Amount in dollars"
                  inputMode="decimal"
                  value={typed.amount}
                  error={problems[lineNumber]}
                  // Who keeps part of what they paid keeps the package, unless it is said otherwise.
                  onChange={({ target: { value } }) =>
                    change({ amount: value, isReturned: typed.isReturned && Number(value) >= line.left })
                  }
                  className="max-w-60"
                />
              )}
              {refundRules.areLeadsDelivered(line) ? (
                <p className="text-muted">Its leads were delivered: they are not sold again.</p>
              ) : line.isReturned ? (
                <p className="text-muted">This package was already returned.</p>
              ) : (
                <Check
                  label={`Take the package back and put it on sale again${refundRules.wasDelivered(line) ? ', although it was delivered' : ''}`}
                  isOn={typed.isReturned}
                  onChange={(isReturned) => change({ isReturned })}
                />
              )}
            </div>
          )}
        </div>
      )
    })}
    {problems.lines && <p className="text-danger">{problems.lines}</p>}
  </fieldset>
)

interface CheckProps {
  label: string
  /** At the end of the line. */
  price?: string
  isOn: boolean
  /** Nobody can change it here. */
  isFixed?: boolean
  onChange: (isOn: boolean) => void
}

const Check = ({ label, price, isOn, isFixed, onChange }: CheckProps) => (
  <label className="flex min-h-8 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
    <input
      type="checkbox"
      checked={isOn}
      disabled={isFixed}
      onChange={({ target }) => onChange(target.checked)}
      className="size-4 shrink-0 accent-accent"
    />
    <span className="grow">{label}</span>
    {price && <span className="figures shrink-0 font-semibold whitespace-nowrap">{price}</span>}
  </label>
)
