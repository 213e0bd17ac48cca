import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ChangeDrawerProps {
  title: string
  onClose: () => void
  /** Why the last try changed nothing. */
  trouble: ReactNode
  /** At the bottom, next to the buttons. */
  summary: ReactNode
  act: string
  isReady: boolean
  isPending: boolean
  onApply: () => void
  /** What is still missing or wrong before there is a preview. */
  missing: string | undefined
  /** What the preview will show once nothing is missing. */
  waiting: string
  previewError: string | undefined
  onRetry: () => void
  preview: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A change of many things at once: what to change, a preview, and the button at the bottom that applies it. */
export function ChangeDrawer(props: ChangeDrawerProps) {
  const { title, onClose, trouble, summary, act, isReady, isPending, onApply } = props
  const { missing, waiting, previewError, onRetry, preview, children } = props
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <div className="grid gap-3">
          {trouble}
          <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
            <p className="min-w-0 grow text-sm text-muted max-sm:basis-full">{summary}</p>
            <Button onClick={onClose}>Close</Button>
            <Button look="primary" disabled={!isReady} onClick={onApply}>
              {isPending ? 'Saving…' : act}
            </Button>
          </div>
        </div>
      }
    >
      {children}
      <section aria-label="Preview" className="mt-6 border-t border-line pt-4">
        <h3 className="font-semibold">Preview</h3>
        {missing ? (
          <p className="mt-1 text-sm text-muted">
            {waiting} {missing}
          </p>
        ) : previewError ? (
          <Notice tone="danger" className="mt-3" action={<Button onClick={onRetry}>Try again</Button>}>
            {previewError}
          </Notice>
        ) : (
          preview
        )}
      </section>
    </Drawer>
  )
}

interface ChangeFieldsProps<Kind extends string> {
  kinds: readonly { value: Kind; label: string }[]
  change: { kind: Kind; value: string }
  onChange: (part: { kind?: Kind; value?: string }) => void
  /** Of the number; null: this kind needs none. */
  label: string | null
  note?: string | undefined
  /** `text` if a minus may be typed: some phones have none on the number pad. */
  inputMode: 'text' | 'decimal' | 'numeric'
  lengthMax: number
  fieldError: string | undefined
}

/** The kind of a change, and its number if it has one. */
export function ChangeFields<Kind extends string>(props: ChangeFieldsProps<Kind>) {
  const { kinds, change, onChange, label, note, inputMode, lengthMax, fieldError } = props
  const [isChecked, setIsChecked] = useState(false)
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <ChoiceField legend="Change" options={kinds} value={change.kind} onChange={(kind) => onChange({ kind })} />
      {label !== null && (
        <TextField
          label={label}
          note={note}
          className="min-w-52 grow basis-52"
          // Text, because a number field hides what it cannot read.
          inputMode={inputMode}
          autoComplete="off"
          maxLength={lengthMax}
          value={change.value}
          error={isChecked && change.value.trim() !== '' ? fieldError : undefined}
          onChange={(event) => onChange({ value: event.target.value })}
          onBlur={() => setIsChecked(true)}
        />
      )}
    </div>
  )
}
