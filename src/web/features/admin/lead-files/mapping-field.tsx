import { factsOfField, type LeadField, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadColumn } from '#contract/admin/lead-files.ts'
import { LEAD_TYPE_NAMES, LEAD_TYPES } from '#contract/catalogue/catalogue.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { choiceOf, SAME_FOR_ALL, textOf, withChoice } from './mapping-groups.ts'

interface MappingFieldProps {
  field: LeadField
  mapping: LeadMapping
  columns: readonly LeadColumn[]
  error: string | undefined
  onChange: (mapping: LeadMapping) => void
}

const EXAMPLES_SHOWN = 3

/** The column that fills one field, with examples. */
export function MappingField({ field, mapping, columns, error, onChange }: MappingFieldProps) {
  const { name, need, form, canBeFixed } = factsOfField(field)
  const choice = choiceOf(mapping, field)
  const origin = mapping[field]
  const fixed = origin && 'fixed' in origin ? origin.fixed : ''
  const examples = columns.find((column) => column.name === choice)?.examples ?? []
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
        onChange={(event) => onChange(withChoice(mapping, field, event.target.value))}
      />
      {isFixed && field === 'leadType' && (
        <SelectField
          name={textOf(field)}
          label="Lead type of all rows"
          placeholder="Choose one"
          options={LEAD_TYPES.map((leadType) => LEAD_TYPE_NAMES[leadType])}
          value={fixed}
          error={error}
          onChange={(event) => setFixed(event.target.value)}
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
      <p className="text-xs text-muted wrap-anywhere">
        {examples.length > 0 ? `e.g. ${examples.slice(0, EXAMPLES_SHOWN).join(' · ')}` : form}
      </p>
    </div>
  )
}
