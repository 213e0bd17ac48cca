import { FileUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { classes } from './classes.ts'

interface FileDropProps {
  /** The purpose of the place and its field, for screen readers. */
  label: string
  inputLabel: string
  buttonLabel: string
  buttonLook?: ButtonLook
  /** Under the button. */
  help: string
  /** As in a file field's attribute. */
  accept: string
  isBusy?: boolean
  /** What is wrong with a file before it is sent; undefined if it is worth sending. */
  fieldErrorOf?: (file: File) => string | undefined
  /** Absent: one file at a time. */
  isMultiple?: boolean
  onFile: (file: File, others: readonly File[]) => void
  /** What files can be dropped on too. It then has the button and the help as a line above. */
  children?: ReactNode
}

/** Where a file is dropped or selected. A wrong file is reported here and not sent. */
export function FileDrop(props: FileDropProps) {
  const { label, inputLabel, buttonLabel, buttonLook, help, accept, isBusy } = props
  const { fieldErrorOf, isMultiple, onFile, children } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [fieldError, setError] = useState<string>()
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (!file || isBusy) return
    const wrong = others.length > 0 && !isMultiple ? 'Choose one file at a time.' : fieldErrorOf?.(file)
    setError(wrong)
    if (!wrong) onFile(file, others)
  }
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    // Leaving for a part inside is no leaving.
    setIsOver(event.type === 'dragover' || event.currentTarget.contains(event.relatedTarget as Node | null))
    if (event.type === 'drop') take(event.dataTransfer.files)
  }
  return (
    <div>
      <section
        aria-label={label}
        onDragOver={handleDrag}
        onDragLeave={handleDrag}
        onDrop={handleDrag}
        className={classes(
          'rounded-md border border-dashed',
          children ? 'grid grid-cols-[minmax(0,1fr)] gap-4' : 'grid justify-items-center gap-3 px-4 py-6 text-center',
          isOver ? 'border-accent bg-accent-quiet' : children ? 'border-transparent' : 'border-control bg-surface',
        )}
      >
        <div className={children ? 'flex flex-wrap items-center gap-x-3 gap-y-1.5' : 'contents'}>
          {!children && <FileUp size={28} aria-hidden="true" className="text-muted" />}
          <Button
            {...(children && { icon: FileUp })}
            {...(buttonLook && { look: buttonLook })}
            aria-disabled={isBusy || undefined}
            aria-describedby={`${id}-help`}
            onClick={() => input.current?.click()}
          >
            {isBusy ? 'Sending…' : buttonLabel}
          </Button>
          <p id={`${id}-help`} className="min-w-0 grow basis-72 text-sm text-muted wrap-anywhere">
            {help}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple={isMultiple}
          tabIndex={-1}
          aria-label={inputLabel}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // Selecting the same file after editing it must count as a change.
            event.target.value = ''
          }}
        />
        {children}
      </section>
      {fieldError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {fieldError}
        </p>
      )}
    </div>
  )
}
