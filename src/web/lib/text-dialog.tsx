import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonLook } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import type { ApiError } from './call-api.ts'

/** The server's default limit for a reason. */
const REASON_LENGTH_MAX = 200

/** Shown if a reason is missing. */
export const REASON_MISSING = 'Please say why. The log keeps the reason.'

/** By default, the reason for the audit log. */
interface TypedText {
  label?: string
  note?: string
  type?: 'text' | 'email'
  /** Several lines of text instead of one. */
  rows?: number
  /** Shown if nothing is typed; null if the text is optional. */
  fieldError?: string | null
  lengthMax?: number
  /** What the field contains at first. */
  initial?: string
  /** What is usually typed, each filled in by a press. */
  usual?: readonly string[]
}

type UsualTextsProps = { texts: readonly string[]; typed: string; onChoose: (text: string) => void }

/** Fills in a text that is usually typed. */
export const UsualTexts = ({ texts, typed, onChoose }: UsualTextsProps) => (
  <div className="flex flex-wrap gap-1.5">
    {texts.map((text) => (
      <Button key={text} size="small" aria-pressed={typed === text} onClick={() => onChoose(text)}>
        {text}
      </Button>
    ))}
  </div>
)

/** A text that a question needs with its yes. `check` is false if it is missing, which its field then says. */
export function useTypedText(typedText: TypedText) {
  const { label = 'Reason', note = 'stays in the audit log with your name', type, rows } = typedText
  const { fieldError = REASON_MISSING, lengthMax = REASON_LENGTH_MAX, initial = '', usual } = typedText
  const [typed, setTyped] = useState(initial)
  const [isChecked, setIsChecked] = useState(false)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isMissing = fieldError !== null && typed.trim() === ''
  const shared = {
    ref: field,
    label,
    note,
    maxLength: lengthMax,
    value: typed,
    dir: 'auto',
    error: isChecked && isMissing ? fieldError : undefined,
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
  } as const
  const check = () => {
    setIsChecked(true)
    if (isMissing) field.current?.focus()
    return !isMissing
  }
  return {
    text: typed.trim(),
    check,
    field: (
      <div className="grid gap-2">
        {rows ? <TextArea {...shared} rows={rows} /> : <TextField {...shared} type={type} autoComplete="off" />}
        {usual && <UsualTexts texts={usual} typed={typed} onChoose={setTyped} />}
      </div>
    ),
  }
}

interface TextChange {
  isPending: boolean
  error: ApiError | null
  mutate: (text: string, options: { onSuccess: () => void }) => void
}

interface TextDialogProps extends TypedText {
  title: string
  /** What happens on yes, if the title does not say it. */
  children?: ReactNode
  confirmLabel: string
  pendingLabel?: string
  confirmLook?: ButtonLook
  cancelLabel?: string | undefined
  /** What the text is sent with. */
  change: TextChange
  /** Whether there is something to confirm. */
  isReady?: boolean
  /** Whether the refusal leaves nothing to confirm, so the dialog can only be closed. */
  isOver?: boolean
  errorTitle?: string
  /** Once the change is made; absent: the same as closing. */
  onDone?: () => void
  onClose: () => void
}

/** A question that needs a text with its yes. */
export function TextDialog(props: TextDialogProps) {
  const { text, check, field } = useTypedText(props)
  const { change, isReady = true, isOver = false, errorTitle = 'Nothing was changed' } = props
  const { title, confirmLabel, confirmLook, rows = 0, initial = '', onClose, onDone = onClose } = props
  // A line or two are soon typed again.
  const discard = useDiscardQuestion({ isTyped: rows > 2 && text !== initial.trim(), onClose })
  const handleDone = () => {
    discard.stopAsking()
    onDone()
  }
  const handleConfirm = () => {
    if (check()) change.mutate(text, { onSuccess: handleDone })
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      pendingLabel={props.pendingLabel ?? 'Saving…'}
      confirmLook={confirmLook}
      cancelLabel={isOver ? 'Close' : props.cancelLabel}
      isPending={change.isPending}
      onConfirm={isOver || !isReady ? undefined : handleConfirm}
      onClose={discard.close}
    >
      {props.children}
      {!isOver && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady && !change.isPending) handleConfirm()
          }}
        >
          {field}
        </form>
      )}
      <ErrorNotice error={change.error} title={errorTitle} />
      {discard.question}
    </ConfirmDialog>
  )
}
