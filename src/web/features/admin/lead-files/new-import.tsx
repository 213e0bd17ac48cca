import { useId, useState } from 'react'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { fileComplaint } from './file-complaint.ts'
import { useCreateImport, useLeadSources } from './lead-files-data.ts'
import { sendFile } from './part-uploads.ts'

/** The first step: the file and who supplied it. */
export function NewImport({ onOpen }: { onOpen: (importId: string) => void }) {
  const sources = useLeadSources()
  const create = useCreateImport()
  const [source, setSource] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const listId = useId()
  const error = isAsked && source.trim() === '' ? 'First, enter who supplied the file.' : undefined
  const handleFile = (file: File) => {
    setIsAsked(true)
    if (source.trim() === '') return
    create.mutate(
      { source: source.trim(), file },
      {
        onSuccess: ({ id }) => {
          void sendFile(id, file)
          onOpen(id)
        },
      },
    )
  }
  return (
    <div className="grid gap-4 sm:max-w-xl">
      <div>
        <TextField
          label="Source"
          maxLength={100}
          value={source}
          list={listId}
          autoComplete="off"
          error={error}
          onChange={(event) => setSource(event.target.value)}
        />
        <p className="mt-1.5 text-sm text-muted">
          Who supplied it, e.g. “County records”. We remember your columns under this name, and buyers see it next to
          each lead.
        </p>
        <datalist id={listId}>
          {(sources.data ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <FileDrop
        label="Drop area for a lead file"
        inputLabel="Lead file"
        buttonLabel="Choose a lead file"
        help="or drop it here: CSV in UTF-8, plain or compressed with gzip. Nothing goes on sale until you say so."
        accept=".csv,.gz,text/csv,application/gzip"
        isBusy={create.isPending}
        complaintOf={fileComplaint}
        onFile={handleFile}
      />
      {create.error && (
        <Notice tone="danger" title="The import could not start">
          {create.error.sentence}
        </Notice>
      )}
    </div>
  )
}
