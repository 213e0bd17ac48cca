import { useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { getBuyerCredit } from '#contract/credit/credits.ts'
import { formatDollars } from '#web/lib/format.ts'
import { query } from '#web/lib/query.ts'
import { Choice } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import { CREDIT_PATH, useRefund } from './order-data.ts'
import { areLeadsDelivered } from './refund-fates.ts'
import {
  consequencesOf,
  draftOf,
  type LineDraft,
  openLines,
  type RefundDraft,
  type RefundProblems,
  readRefund,
  touchedLines,
} from './refund-rules.ts'

const SCOPES = [
  { value: 'whole', label: 'Everything left' },
  { value: 'lines', label: 'Some packages' },
] as const

interface RefundDialogProps {
  order: AdminOrder
  onClose: () => void
}

/** Refunds an order. It says what will happen, and the button shows the amount. */
export function RefundDialog({ order, onClose }: RefundDialogProps) {
  const [draft, setDraft] = useState<RefundDraft>(() => draftOf(order))
  /** Errors appear once the button is pressed; from then on they follow the typing. */
  const [isChecked, setIsChecked] = useState(false)
  const refund = useRefund(order.id)
  // The order's own page has loaded it already. Without it, its sentence is left out.
  const { data: credit } = useQuery({
    ...query<typeof getBuyerCredit>(CREDIT_PATH, { orderId: order.id }),
    enabled: order.email !== null,
  })
  const hasEarnedCredit =
    credit?.entries.some(
      ({ orderId, reason }) => orderId === order.id && ['late', 'claim', 'returning'].includes(reason),
    ) ?? false
  const isTyped = JSON.stringify(draft) !== JSON.stringify(draftOf(order))
  const discard = useDiscardQuestion({ isTyped, onClose })
  const read = readRefund(order, draft)
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
      {!draft.isWhole && <LineFields order={order} draft={draft} problems={problems} onChange={setDraft} />}
      <div>
        <TextArea
          label="Reason"
          note="for the log; the buyer does not read it"
          rows={2}
          maxLength={500}
          value={draft.reason}
          aria-invalid={problems.reason ? true : undefined}
          onChange={({ target }) => setDraft({ ...draft, reason: target.value })}
        />
        {problems.reason && <p className="mt-1 text-danger">{problems.reason}</p>}
      </div>
      {read.cents !== null && read.cents > 0 && (
        <Notice title="What will happen">
          <ul className="list-disc pl-4">
            {consequencesOf(order, {
              cents: read.cents,
              creditCents: read.creditCents,
              lostCents: read.lostCents,
              touched: touchedLines(order, draft),
              hasEarnedCredit,
            }).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {refund.error && <Notice tone="danger">{refund.error.sentence}</Notice>}
      {discard.question}
    </ConfirmDialog>
  )
}

interface LineFieldsProps {
  order: AdminOrder
  draft: RefundDraft
  problems: RefundProblems
  onChange: Dispatch<SetStateAction<RefundDraft>>
}

function LineFields({ order, draft, problems, onChange }: LineFieldsProps) {
  const change = (lineNumber: number, words: Partial<LineDraft>) =>
    onChange((before) => ({
      ...before,
      lines: before.lines.map((line) => (line.lineNumber === lineNumber ? { ...line, ...words } : line)),
    }))
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Packages</legend>
      {openLines(order).map((line) => {
        const typed = draft.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
        if (!typed) return null
        const name = `${packageName(line)}, ${line.county}, ${line.state}`
        return (
          <div key={line.lineNumber} className="rounded-md border border-line bg-surface p-3">
            <Check label={name} isOn={typed.isChosen} onChange={(isChosen) => change(line.lineNumber, { isChosen })} />
            {typed.isChosen && (
              <div className="mt-2 grid gap-2 pl-6">
                <TextField
                  label="Amount in dollars"
                  note={`${formatDollars(line.left)} left`}
                  inputMode="decimal"
                  value={typed.amount}
                  error={problems[line.lineNumber]}
                  onChange={({ target }) => change(line.lineNumber, { amount: target.value })}
                  className="max-w-60"
                />
                {areLeadsDelivered(line) ? (
                  <p className="text-muted">Its leads were delivered: they are not sold again.</p>
                ) : line.isReturned ? (
                  <p className="text-muted">This package was already returned.</p>
                ) : (
                  <Check
                    label="Take the package back and put it on sale again"
                    isOn={typed.isReturned}
                    onChange={(isReturned) => change(line.lineNumber, { isReturned })}
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
}

function Check({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="flex min-h-8 cursor-pointer items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  )
}
