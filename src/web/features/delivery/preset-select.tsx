import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { SelectField } from '#web/ui/field.tsx'

interface PresetSelectProps {
  label: string
  none: string
  preset: FilePreset | null
  onChange: (preset: FilePreset | null) => void
  className?: string
}

export const PresetSelect = ({ label, none, preset, onChange, className }: PresetSelectProps) => (
  <SelectField
    label={label}
    options={[none, ...FILE_PRESET_LIST.map((one) => FILE_PRESET_NAMES[one])]}
    value={preset ? FILE_PRESET_NAMES[preset] : none}
    onChange={({ target }) => onChange(FILE_PRESET_LIST.find((one) => FILE_PRESET_NAMES[one] === target.value) ?? null)}
    className={className}
  />
)
