/** Sends a file as a list. It is checked first, and kept only after the buyer has seen what was recognized. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { addOwnList, OwnList, OwnListCheck } from '#contract/buyers/own-lists.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { type ApiError, unreachableError } from '#web/lib/api-error.ts'
import { type Attempt, attemptFor } from '#web/lib/attempts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { showToast } from '#web/ui/toast.ts'
import { listComplaint, packList, refreshOwnLists, sendList, sizeInWords } from './own-list-data.ts'
import { OwnListReport } from './own-list-report.tsx'

type Mode = 'add' | 'append' | 'replace'
type Saved = ReplyOutputOf<typeof addOwnList>

interface Checked {
  file: File
  bytes: Blob
  check: OwnListCheck
}

const SAVE_WORDS: Readonly<Record<Mode, string>> = {
  add: 'Save list',
  append: 'Add these rows',
  replace: 'Replace the list',
}

/** @param list which one is changed; null for a new one */
export function OwnListForm({ mode, list, onClose }: { mode: Mode; list: OwnList | null; onClose: () => void }) {
  const [share, setShare] = useState(0)
  const [name, setName] = useState('')
  const attempt = useRef<Attempt | null>(null)
  const check = useMutation<Checked, ApiError, File>({
    mutationFn: async (file) => {
      setShare(0)
      const bytes = await packList(file).catch(() => {
        throw unreachableError(`“${file.name}” could not be read. Choose it again.`)
      })
      return { file, bytes, check: await sendList<OwnListCheck>('/check', bytes, setShare) }
    },
    onSuccess: ({ file }) => setName(file.name.replace(/\.\w{1,5}$/, '').slice(0, 100)),
  })
  const save = useMutation<Saved, ApiError, Checked>({
    mutationFn: ({ file, bytes }) => {
      setShare(0)
      if (list) return sendList(`/${list.id}/rows?mode=${mode}`, bytes, setShare)
      attempt.current = attemptFor(attempt.current, [name, file.name, file.size, file.lastModified].join('\n'))
      const query = new URLSearchParams({ name, attemptId: attempt.current.attemptId })
      return sendList(`?${query}`, bytes, setShare)
    },
    onSuccess: async (saved) => {
      await refreshOwnLists()
      showToast({ title: 'Saved', description: `“${saved.list.name}” has ${sizeInWords(saved.list)}.` })
      onClose()
    },
  })
  const isBusy = check.isPending || save.isPending
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (check.data && !isBusy) save.mutate(check.data)
  }
  const error = save.error ?? check.error
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      {isBusy ? (
        <ProgressBar label="Reading the file" share={share < 1 ? share : null}>
          {share < 1 ? 'Sending the file…' : 'Reading the file. A million rows take half a minute…'}
        </ProgressBar>
      ) : (
        <FileDrop
          label="File with leads you have"
          inputLabel="CSV or XLSX file"
          buttonLabel={check.data ? 'Choose another file' : 'Choose file'}
          help="CSV or XLSX with addresses (with city and ZIP) or phones. Up to 1,000,000 rows."
          accept=".csv,.txt,.xlsx"
          isBusy={isBusy}
          complaintOf={listComplaint}
          onFile={(file) => {
            save.reset()
            check.mutate(file)
          }}
        />
      )}
      {error && !isBusy && (
        <Notice tone="danger" title={save.error ? 'The list was not saved' : 'This file cannot be used'}>
          {error.sentence}
        </Notice>
      )}
      {check.data && !check.isPending && <OwnListReport fileName={check.data.file.name} check={check.data.check} />}
      {check.data && check.data.check.usableRows > 0 && !list && (
        <TextField
          label="Name of the list"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {mode === 'replace' && check.data && (
        <p className="text-sm text-attention">What the list has now and this file has not will be dropped.</p>
      )}
      <div className="flex flex-wrap gap-3">
        {check.data && check.data.check.usableRows > 0 && (
          <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
            {save.isPending ? 'Saving…' : SAVE_WORDS[mode]}
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
