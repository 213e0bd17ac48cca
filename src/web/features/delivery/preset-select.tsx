import { FILE_PRESET_LIST, FILE_PRESET_NAMES, type FilePreset } from '#contract/delivery/file-presets.ts'
import { SelectField } from '#web/ui/field.tsx'

type Choice = FilePreset | null
type PresetSelectProps = { label: string; none: string; preset: Choice; onChange: (preset: Choice) => void }
/** A list of the tools that leads can be downloaded for. */
export const PresetSelect = ({ preset, none, onChange, label }: PresetSelectProps) => (
  <SelectField
    label={label}
    placeholder={none}
    options={FILE_PRESET_LIST}
    nameOf={(one) => FILE_PRESET_NAMES[one]}
    value={preset ?? ''}
    onChange={(chosen) => onChange(chosen || null)}
  />
)
