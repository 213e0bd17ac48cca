import { useState } from 'react'
import { findMappingProblem, type LeadMapping } from '#contract/lead-file-fields.ts'
import type { LeadColumn } from '#contract/lead-files.ts'
import { Button } from '#web/ui/button.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { useCheckFile, useOpenFile } from './lead-files-data.ts'
import { MappingField } from './mapping-field.tsx'
import { cleanMapping, FIELD_GROUPS } from './mapping-groups.ts'

interface MappingViewProps {
  importId: string
  source: string
  /** As it was said for this file before; else what the server proposes. */
  known: LeadMapping | null
  onChecking: () => void
}

/** The second step: which column is what. */
export function MappingView({ importId, source, known, onChecking }: MappingViewProps) {
  const opened = useOpenFile(importId)
  if (opened.isPending) {
    return (
      <>
        <LoadingWords>Opening the file</LoadingWords>
        <Skeleton className="h-64" />
      </>
    )
  }
  if (opened.error) {
    if (opened.error.code === 'lead_file_refused') {
      return (
        <Notice tone="danger" title="This file cannot be read">
          {opened.error.sentence} Nothing was changed.
        </Notice>
      )
    }
    return (
      <ListTrouble
        error={opened.error}
        isShown={false}
        title="The file could not be opened"
        onRetry={() => opened.refetch()}
      />
    )
  }
  const { columns, mapping, isRemembered } = opened.data
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        {known
          ? 'As it was said for this file. A check with other columns starts over.'
          : isRemembered
            ? `As for the last file of ${source}. Look whether it still fits.`
            : 'Proposed by the names of the columns. Look whether each is what it says.'}
      </p>
      <MappingForm importId={importId} columns={columns} first={known ?? mapping} onChecking={onChecking} />
    </div>
  )
}

interface MappingFormProps {
  importId: string
  columns: readonly LeadColumn[]
  first: LeadMapping
  onChecking: () => void
}

function MappingForm({ importId, columns, first, onChecking }: MappingFormProps) {
  const check = useCheckFile(importId)
  const [mapping, setMapping] = useState(first)
  const [isAsked, setIsAsked] = useState(false)
  const cleaned = cleanMapping(mapping)
  const problem = findMappingProblem(
    cleaned,
    columns.map(({ name }) => name),
  )
  const handleSubmit = () => {
    setIsAsked(true)
    if (!problem && !check.isPending) check.mutate(cleaned, { onSuccess: onChecking })
  }
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit()
      }}
    >
      {FIELD_GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-3">
          <legend className="mb-2 text-base font-semibold">{title}</legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {fields.map((field) => (
              <MappingField key={field} field={field} mapping={mapping} columns={columns} onChange={setMapping} />
            ))}
          </div>
        </fieldset>
      ))}
      {isAsked && problem && <Notice tone="danger">{problem}</Notice>}
      {check.error && <Notice tone="danger">{check.error.sentence}</Notice>}
      <div className="flex justify-end">
        <Button look="primary" type="submit" aria-disabled={check.isPending || undefined}>
          {check.isPending ? 'Beginning…' : 'Check the file'}
        </Button>
      </div>
    </form>
  )
}
