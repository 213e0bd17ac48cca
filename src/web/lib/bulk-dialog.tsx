import { type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { formatCount } from './format.ts'
import { type Outcome, runEach, summaryOf } from './run-each.ts'

/** An action on chosen rows, while its dialog is open. */
export interface BulkAsked<Kind extends string, Row> {
  kind: Kind
  rows: readonly Row[]
  /** Closes the dialog; the rows that are left stay chosen. Without them, the choice stays as it was. */
  onClose: (left?: readonly Row[]) => void
}

/**
 * Which action on chosen rows is open. It is kept outside the list's toolbar, which disappears with the last chosen row:
 * what is done to rows may take them out of the list.
 */
export function useBulk<Kind extends string, Row>() {
  const [asked, setAsked] = useState<BulkAsked<Kind, Row> | null>(null)
  const ask = (kind: Kind, rows: readonly Row[], onDone: (left: readonly Row[]) => void) =>
    setAsked({
      kind,
      rows,
      onClose: (left) => {
        setAsked(null)
        if (left) onDone(left)
      },
    })
  return { asked, ask }
}

interface BulkDialogProps<Row> {
  title: string
  rows: readonly Row[]
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  /** Does it to one row. Doing it again after a lost reply must change nothing. */
  act: (row: Row) => Promise<Outcome>
  /** What a row is afterwards: `sent`. */
  doneWord: string
  confirmLabel: string
  /** Asked before the first row; false if something is missing. */
  isReady?: () => boolean
  /** Reloads what changed. */
  onSettled: () => void
  /** `left`: the rows that failed or were not reached; absent if nothing was started. */
  onClose: (left?: readonly Row[]) => void
  /** What happens on yes, before the first row. */
  children: ReactNode
}

/** Asks before the same is done to several rows, then says what became of each; those that failed can be tried again. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { title, rows, rowKey, nameOf, act, doneWord, confirmLabel, isReady, onSettled, onClose, children } = props
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null)
  const [isPending, setIsPending] = useState(false)
  const isStopped = useRef(false)
  const outcomeOf = (row: Row) => outcomes?.get(rowKey(row))
  const left = rows.filter((row) => (outcomeOf(row)?.state ?? 'failed') === 'failed')
  const told = rows.filter((row) => (outcomeOf(row)?.state ?? 'done') !== 'done')
  const run = async () => {
    if (!outcomes && isReady?.() === false) return
    const reached = new Map(outcomes)
    for (const row of left) reached.delete(rowKey(row))
    setOutcomes(new Map(reached))
    setIsPending(true)
    await runEach(left, {
      act,
      isStopped: () => isStopped.current,
      onOutcome: (row, outcome) => {
        reached.set(rowKey(row), outcome)
        setOutcomes(new Map(reached))
      },
    })
    setIsPending(false)
    onSettled()
    isStopped.current = false
    const isAllDone = rows.every((row) => reached.get(rowKey(row))?.state === 'done')
    if (!isAllDone) return
    showToast({ title: `${formatCount(rows.length)} ${doneWord}` })
    onClose([])
  }
  const handleClose = () => {
    // Rows under way finish first: only then is it known what is left to do.
    if (isPending) isStopped.current = true
    else onClose(outcomes ? left : undefined)
  }
  const hasStarted = outcomes !== null
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={hasStarted ? `Try ${left.length} again` : confirmLabel}
      pendingLabel={`${formatCount(outcomes?.size ?? 0)} of ${formatCount(rows.length)}…`}
      isPending={isPending}
      onConfirm={left.length > 0 ? () => void run() : undefined}
      cancelLabel={isPending ? 'Stop' : hasStarted ? 'Close' : 'Cancel'}
      onClose={handleClose}
    >
      {!hasStarted && children}
      <p role="status" className="figures font-semibold empty:hidden">
        {hasStarted && !isPending && `${summaryOf(outcomes.values(), doneWord)}.`}
      </p>
      {told.length > 0 && (
        <Notice tone={left.length > 0 && !isPending ? 'danger' : 'info'}>
          <ul className="grid max-h-64 gap-1 overflow-y-auto">
            {told.map((row) => (
              <li key={rowKey(row)}>
                <strong dir="auto">{nameOf(row)}</strong>: <OutcomeWords outcome={outcomeOf(row)} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </ConfirmDialog>
  )
}

const OutcomeWords = ({ outcome }: { outcome: Outcome | undefined }) =>
  outcome && outcome.state !== 'done' ? outcome.words : null
