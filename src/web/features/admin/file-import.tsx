import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '#web/lib/call-api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice, ListTrouble } from '#web/ui/error-notice.tsx'
import { StepList } from '#web/ui/progress.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import type { StatusTone } from '#web/ui/status-pill.tsx'

/* What imports of lead files and of stock files share on screen. */

type StateWord = { word: string; tone: StatusTone }

/** The states that both kinds of imports have; any other one is part of the check. */
export const IMPORT_STATES: Readonly<Record<string, StateWord>> = {
  ready: { word: 'Checked, not applied', tone: 'waiting' },
  refused: { word: 'Refused', tone: 'over' },
  interrupted: { word: 'Incomplete', tone: 'over' },
  lapsed: { word: 'Not applied', tone: 'plain' },
  applying: { word: 'Being applied', tone: 'waiting' },
}

export const BEING_CHECKED: StateWord = { word: 'Being checked', tone: 'waiting' }

interface ImportHeadProps {
  steps: readonly string[]
  reached: number
  found: UseQueryResult<{ fileName: string; source?: string; createdBy: string; createdAt: string }, ApiError>
}

/** The head of an import's drawer: its steps, the file, and who imports it. */
export function ImportHead({ steps, reached, found }: ImportHeadProps) {
  const { data: one, isPending } = found
  return (
    <>
      <StepList label="Import steps" steps={steps} reached={reached} />
      {one && (
        <p className="text-sm text-muted">
          <span className="font-semibold text-ink wrap-anywhere">{one.fileName}</span>,{' '}
          {one.source !== undefined && `${one.source}. `}
          {one.createdBy}, {formatDateTime(one.createdAt)}
        </p>
      )}
      {isPending && <Loading words="Loading the import" height="h-24" />}
      <ListTrouble list={found} title="The import could not be loaded" />
    </>
  )
}

export function RefusedReport({ address, children }: { address: string; children?: ReactNode }) {
  const { mutate, isPending, error } = useSaveFile()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button icon={Download} isBusy={isPending} onClick={() => mutate(address)}>
          Download the report
        </Button>
        {children}
      </div>
      <ErrorNotice error={error} />
    </div>
  )
}

/** What is worth knowing about an import in addition to its figures. */
export function ImportNotes({ notes }: { notes: readonly (string | false)[] }) {
  const told = notes.filter((note) => note !== false)
  if (told.length === 0) return null
  return (
    <ul className="grid list-disc gap-1 pl-5 text-sm">
      {told.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
