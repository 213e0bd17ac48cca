import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { fileComplaint } from './file-complaint.ts'

interface FileDropProps {
  isBusy: boolean
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen. What cannot be a file of stock is said here, and not sent. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? []
    if (!file || isBusy) return
    const wrong = others.length > 0 ? 'Choose one file at a time.' : fileComplaint(file)
    setComplaint(wrong)
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
        aria-label="Place for a CSV file"
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
          {isBusy ? 'Sending…' : 'Choose a CSV file'}
        </Button>
        <p id={`${id}-help`} className="text-sm text-muted">
          or drop it here. It is checked first; no stock changes until you say so.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          tabIndex={-1}
          aria-label="CSV file of stock"
          className="sr-only"
          onChange={(event) => {
            take(event.target.files)
            // The same file, corrected, must be a change again.
            event.target.value = ''
          }}
        />
      </section>
      {complaint && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {complaint}
        </p>
      )}
    </div>
  )
}
