import { type SubmitEvent, useState } from 'react'
import {
  factsOfField,
  findMappingProblems,
  type LeadField,
  type LeadMapping,
} from '#contract/admin/lead-file-fields.ts'
import type { LeadColumn } from '#contract/admin/lead-files.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import type { MappingStep } from './lead-files-data.ts'

export const FIELD_GROUPS: readonly { title: string; fields: readonly LeadField[] }[] = [
  { title: 'Property', fields: ['address', 'city', 'zip', 'fips', 'county', 'state', 'leadType', 'acquiredAt'] },
  {
    title: 'Owner',
    fields: [
      'ownerName',
      'ownerFirstName',
      'ownerLastName',
      'ownerCompany',
      'secondOwnerName',
      'mailingAddress',
      'mailingCity',
      'mailingState',
      'mailingZip',
    ],
  },
  {
    title: 'Phones and email',
    fields: [
      ...([1, 2, 3] as const).flatMap((n) => [`phone${n}`, `phone${n}Kind`, `phone${n}DoNotCall`] as const),
      'email1',
      'email2',
    ],
  },
  { title: 'Facts', fields: ['value', 'equityPercent', 'beds', 'yearBuilt', 'lastSaleOn'] },
  { title: 'Consent and source', fields: ['consent', 'doNotCall', 'supplier'] },
]

/** The choice that opens a text field. No column can have this name, because names don't end with an ellipsis. */
export const SAME_FOR_ALL = 'The same for all rows…'

/** The name of the field for that text. */
const textOf = (field: LeadField): string => `${field}-text`

/** The choice of a field; empty without one. */
export function choiceOf(mapping: LeadMapping, field: LeadField): string {
  const origin = mapping[field]
  if (!origin) return ''
  return 'column' in origin ? origin.column : SAME_FOR_ALL
}

/** A mapping with another choice for one field; an empty choice removes it. */
export function withChoice(mapping: LeadMapping, field: LeadField, choice: string): LeadMapping {
  const { [field]: _before, ...rest } = mapping
  if (choice === '') return rest
  return { ...rest, [field]: choice === SAME_FOR_ALL ? { fixed: '' } : { column: choice } }
}

/** The first field with an error, in the form's order. */
export const firstOf = (problems: Partial<Record<LeadField, string>>): LeadField | undefined =>
  FIELD_GROUPS.flatMap(({ fields }) => fields).find((field) => problems[field])

/** The mapping to send, without texts that were never typed. */
export const cleanMapping = (mapping: LeadMapping): LeadMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, origin]) => 'column' in origin || origin.fixed.trim() !== ''))

interface MappingFieldProps {
  field: LeadField
  mapping: LeadMapping
  columns: readonly LeadColumn[]
  error: string | undefined
  onChange: (mapping: LeadMapping) => void
}

function MappingField({ field, mapping, columns, error, onChange }: MappingFieldProps) {
  const { name, need, form, canBeFixed } = factsOfField(field)
  const choice = choiceOf(mapping, field)
  const origin = mapping[field]
  const fixed = origin && 'fixed' in origin ? origin.fixed : ''
  const examples = columns.find((column) => column.name === choice)?.examples.slice(0, 3) ?? []
  // What is missing is marked where it has to be entered.
  const isFixed = choice === SAME_FOR_ALL
  const setFixed = (text: string) => onChange({ ...mapping, [field]: { fixed: text } })
  return (
    <div className="grid content-start gap-1.5">
      <SelectField
        name={field}
        label={need ? `${name} (required)` : name}
        placeholder="Not in the file"
        options={columns.map((column) => column.name)}
        {...(canBeFixed ? { groups: [{ label: 'Instead of a column', options: [SAME_FOR_ALL] }] } : {})}
        value={choice}
        error={isFixed ? undefined : error}
        onChange={(next) => onChange(withChoice(mapping, field, next))}
      />
      {isFixed && field === 'leadType' && (
        <SelectField
          name={textOf(field)}
          label="Lead type of all rows"
          placeholder="Choose one"
          options={LEAD_TYPES.map((leadType) => LEAD_TYPE_NAMES[leadType])}
          value={fixed}
          error={error}
          onChange={setFixed}
        />
      )}
      {isFixed && field !== 'leadType' && (
        <TextField
          name={textOf(field)}
          label={`${name} of all rows`}
          maxLength={200}
          value={fixed}
          error={error}
          onChange={(event) => setFixed(event.target.value)}
        />
      )}
      <p className="text-xs text-muted wrap-anywhere">{examples.length > 0 ? `e.g. ${examples.join(' · ')}` : form}</p>
    </div>
  )
}

interface MappingViewProps {
  step: MappingStep
  source: string
  /** The mapping chosen for this file before, otherwise the server's suggestion. */
  known: LeadMapping | null
}

/** The second step: which column means what. Its button is in the drawer's footer and submits the form by its id. */
export function MappingView({ step, source, known }: MappingViewProps) {
  const { opened } = step
  if (opened.isPending) return <Loading words="Opening the file" height="h-64" />
  if (opened.error?.code === 'lead_file_refused')
    return (
      <Notice tone="danger" title="This file cannot be read">
        {opened.error.sentence} Nothing was changed.
      </Notice>
    )
  if (opened.error) return <ListTrouble list={opened} title="The file could not be opened" />
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

function MappingForm(props: { step: MappingStep; columns: readonly LeadColumn[]; first: LeadMapping }) {
  const { step, columns } = props
  const [mapping, setMapping] = useState(props.first)
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
