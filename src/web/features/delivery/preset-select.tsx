import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { SelectField } from '#web/ui/field.tsx'

interface PresetSelectProps {
  label: string
  none: string
  preset: FilePreset | null
  onChange: (preset: FilePreset | null) => void
  className?: string
}

/** A list of the tools that leads can be downloaded for. */
export const PresetSelect = ({ label, none, preset, onChange, className }: PresetSelectProps) => (
  <SelectField
    label={label}
    placeholder={none}
    options={FILE_PRESET_LIST}
    nameOf={(one) => FILE_PRESET_NAMES[one]}
    value={preset ?? ''}
    onChange={(chosen) => onChange(chosen || null)}
    className={className}
  />
)
