import { LEAD_TYPE_NAMES, LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { SelectField } from '#web/ui/field.tsx'

const NAMES = LEAD_TYPES.map((leadType) => LEAD_TYPE_NAMES[leadType])

interface LeadTypeSelectProps {
  value: LeadType
  onChange: (leadType: LeadType) => void
  isInline?: boolean
}

/** Selects the kind of leads, by the names people know. */
export function LeadTypeSelect({ value, onChange, isInline = false }: LeadTypeSelectProps) {
  return (
    <SelectField
      label="Lead Type"
      isInline={isInline}
      options={NAMES}
      value={LEAD_TYPE_NAMES[value]}
      onChange={(event) => {
        const chosen = LEAD_TYPES.find((leadType) => LEAD_TYPE_NAMES[leadType] === event.target.value)
        if (chosen) onChange(chosen)
      }}
    />
  )
}
