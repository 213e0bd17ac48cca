import { type ReactNode, useRef, useState } from 'react'
import { DELIVERY_NOTE_MAX } from '#contract/delivery/delivery.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { formatCount } from './format.ts'
import { type Outcome, runEach, summaryOf } from './run-each.ts'
import { useTypedText } from './text-dialog.tsx'

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
  isWide?: boolean
  /** It takes something away. */
  isDanger?: boolean
  /** Reloads what changed. */
  onSettled: () => void
  /** `left`: the rows that failed or were not reached; absent if nothing was started. */
  onClose: (left?: readonly Row[]) => void
  /** What happens on yes, before the first row; if there is only one, it can be corrected before it is tried again. */
  children: ReactNode
}

/** Asks before the same is done to several rows, then says what became of each; those that failed can be tried again. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { title, rows, rowKey, nameOf, act, doneWord, confirmLabel, isReady, isWide, onSettled, onClose, children } =
    props
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome> | null>(null)
  const [isPending, setIsPending] = useState(false)
  const isStopped = useRef(false)
  const outcomeOf = (row: Row) => outcomes?.get(rowKey(row))
  const left = rows.filter((row) => (outcomeOf(row)?.state ?? 'failed') === 'failed')
  const told = rows.flatMap((row) => {
    const outcome = outcomeOf(row)
    return outcome && outcome.state !== 'done' ? { key: rowKey(row), name: nameOf(row), words: outcome.words } : []
  })
  const hasStarted = outcomes !== null
  const isAsking = !hasStarted || rows.length === 1
  const run = async () => {
    if (isAsking && isReady?.() === false) return
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
    const what = rows.length === 1 ? `${rows.map(nameOf).join()}:` : formatCount(rows.length)
    showToast({ title: `${what} ${doneWord}` })
    onClose([])
  }
  const handleClose = () => {
    // Rows under way finish first: only then is it known what is left to do.
    if (isPending) isStopped.current = true
    else onClose(outcomes ? left : undefined)
  }
  return (
    <ConfirmDialog
      title={title}
      isWide={isWide}
      confirmLook={props.isDanger ? 'danger' : 'primary'}
      confirmLabel={isAsking ? confirmLabel : `Try ${left.length} again`}
      pendingLabel={`${formatCount(outcomes?.size ?? 0)} of ${formatCount(rows.length)}…`}
      isPending={isPending}
      onConfirm={left.length > 0 ? () => void run() : undefined}
      cancelLabel={isPending ? 'Stop' : hasStarted ? 'Close' : props.isDanger ? 'Keep them' : 'Cancel'}
      onClose={handleClose}
    >
      {isAsking && children}
      <p role="status" className="figures font-semibold empty:hidden">
        {!isAsking && !isPending && `${summaryOf(outcomes.values(), doneWord)}.`}
      </p>
      {told.length > 0 && (
        <Notice tone={left.length > 0 && !isPending ? 'danger' : 'info'}>
          <ul className="grid max-h-64 gap-1 overflow-y-auto">
            {told.map(({ key, name, words }) => (
              <li key={key}>
                <strong dir="auto">{name}</strong>: {words}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </ConfirmDialog>
  )
}

interface DeliveredDialogProps<Row>
  extends Pick<BulkDialogProps<Row>, 'title' | 'rows' | 'rowKey' | 'nameOf' | 'onSettled' | 'onClose' | 'children'> {
  /** Records the delivery of one row; its buyer gets the note. */
  deliver: (row: Row, note: string) => Promise<Outcome>
}

/** Asks how rows were delivered that the store did not deliver itself. */
export function DeliveredDialog<Row>({ deliver, children, ...rest }: DeliveredDialogProps<Row>) {
  const { text, check, field } = useTypedText({
    label: 'How it was delivered',
    note: 'required, the buyer sees it',
    usual: ['We emailed your leads from our own inbox.', 'We shared a folder with you.', 'We called you.'],
    rows: 3,
    fieldError: 'Please say how, e.g. “Sent to your office by courier”.',
    lengthMax: DELIVERY_NOTE_MAX,
  })
  const act = (row: Row) => deliver(row, text)
  return (
    <BulkDialog {...rest} act={act} doneWord="delivered" confirmLabel={rest.title} isReady={check}>
      {children}
      {field}
    </BulkDialog>
  )
}
