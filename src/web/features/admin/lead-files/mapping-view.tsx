import { type SubmitEvent, useState } from 'react'
import { findMappingProblems, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadColumn } from '#contract/admin/lead-files.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import type { MappingStep } from './lead-files-data.ts'
import { MappingField } from './mapping-field.tsx'
import { cleanMapping, FIELD_GROUPS, firstOf, textOf } from './mapping-groups.ts'

interface MappingViewProps {
  step: MappingStep
  source: string
  /** The mapping chosen for this file before, otherwise the server's suggestion. */
  known: LeadMapping | null
}

/** The second step: which column means what. Its button is in the drawer's footer and submits the form by its id. */
export function MappingView({ step, source, known }: MappingViewProps) {
  const { opened } = step
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
    return <ListTrouble list={opened} title="The file could not be opened" />
  }
  const { columns, mapping, isRemembered } = opened.data
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        {known
          ? 'These are the columns you matched for this file. If you change them, the check starts over.'
          : isRemembered
            ? `Matched the same way as the last file from ${source}. Make sure it still fits.`
            : 'We matched these by name. Check each one.'}
      </p>
      <MappingForm step={step} columns={columns} first={known ?? mapping} />
    </div>
  )
}

interface MappingFormProps {
  step: MappingStep
  columns: readonly LeadColumn[]
  first: LeadMapping
}

function MappingForm({ step, columns, first }: MappingFormProps) {
  const [mapping, setMapping] = useState(first)
  const [isAsked, setIsAsked] = useState(false)
  const cleaned = cleanMapping(mapping)
  const names = columns.map(({ name }) => name)
  const problems = findMappingProblems(cleaned, names)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsAsked(true)
    const wrong = firstOf(problems)
    if (!wrong) return step.check(cleaned)
    const { elements } = event.currentTarget
    const field = elements.namedItem(textOf(wrong)) ?? elements.namedItem(wrong)
    if (field instanceof HTMLElement) field.focus()
  }
  return (
    <form id={step.formId} noValidate className="grid gap-6" onSubmit={handleSubmit}>
      {FIELD_GROUPS.map(({ title, fields }) => (
        <fieldset key={title} className="grid gap-3">
          <legend className="mb-2 text-base font-semibold">{title}</legend>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            {fields.map((field) => (
              <MappingField
                key={field}
                field={field}
                mapping={mapping}
                columns={columns}
                error={isAsked ? problems[field] : undefined}
                onChange={setMapping}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </form>
  )
}
