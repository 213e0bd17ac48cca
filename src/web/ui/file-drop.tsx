import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

interface FileDropProps {
  /** The purpose of the place and its field, for screen readers. */
  label: string
  inputLabel: string
  buttonLabel: string
  /** Under the button. */
  help: string
  /** As in a file field's attribute. */
  accept: string
  isBusy: boolean
  /** What is wrong with a file before it is sent; undefined if it is worth sending. */
  fieldErrorOf: (file: File) => string | undefined
  onFile: (file: File) => void
}

/** Where a file is dropped or selected. A wrong file is reported here and not sent. */
export function FileDrop(props: FileDropProps) {
  const { label, inputLabel, buttonLabel, help, accept, isBusy, fieldErrorOf, onFile } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [fieldError, setError] = useState<string>()
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (!file || isBusy) return
    const wrong = others.length > 0 ? 'Choose one file at a time.' : fieldErrorOf(file)
    setError(wrong)
    if (!wrong) onFile(file)
  }
  const handleDrag = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(event.type === 'dragover')
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
          'grid justify-items-center gap-3 rounded-md border border-dashed px-4 py-6 text-center',
          isOver ? 'border-accent bg-accent-quiet' : 'border-control bg-surface',
        )}
      >
        <FileUp size={28} aria-hidden="true" className="text-muted" />
        <Button
          aria-disabled={isBusy || undefined}
          aria-describedby={`${id}-help`}
          onClick={() => input.current?.click()}
        >
          {isBusy ? 'Sending…' : buttonLabel}
        </Button>
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          tabIndex={-1}
          aria-label={inputLabel}
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // Selecting the same file after editing it must count as a change.
            event.target.value = ''
          }}
        />
      </section>
      {fieldError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {fieldError}
        </p>
      )}
    </div>
  )
}
