import type { FilePreset } from '#contract/delivery/file-presets.ts'
import { PresetSelect } from './preset-select.tsx'

/** Where to import the file and what to watch for; docs/bring-leads-into-your-crm.md says more. */
const STEPS: Readonly<Record<FilePreset, string>> = {
  resimpli:
    'In REsimpli, import the file as a list of leads and match each column with its field. Check the first rows before you finish.',
  podio:
    'In Podio, open your leads app, choose Import Excel or CSV, and match the columns with the fields of your app. Use “Property address” for a location field.',
  'follow-up-boss':
    'In Follow Up Boss, import the file under Admin, then Import. City, State and Zip are the mailing address; the property is in the background and in its own columns.',
  gohighlevel:
    'In GoHighLevel, go to Contacts and choose Import Contacts. Add custom fields for the property columns first, or skip them. Set your account’s country to the United States, because the numbers have ten digits.',
  hubspot:
    'In HubSpot, import the file as one file with one object, Contacts. HubSpot matches the names and the mailing address by itself; add properties for the other columns, or skip them.',
  salesforce:
    'In Salesforce, open Setup, then Data Import Wizard, and import the file as Leads. The property is in the description. A person without a company has their own name as the company.',
  dialer:
    'For a dialer such as CallTools. One row for each phone number that may be called, with the property as the address. Match the column “Phone” with the number to dial.',
}

interface PresetFieldProps {
  preset: FilePreset | null
  onChange: (preset: FilePreset | null) => void
}

/** Chooses the tool that the files are for. */
export function PresetField({ preset, onChange }: PresetFieldProps) {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-surface p-4 sm:p-5">
      <PresetSelect
        label="Where will you use your leads?"
        none="A spreadsheet"
        preset={preset}
        onChange={onChange}
        className="sm:max-w-80"
      />
      <p aria-live="polite" className="max-w-[62ch] text-sm text-muted">
        {preset
          ? STEPS[preset]
          : 'All columns, as CSV and Excel. Choose your CRM or dialer to get a file that it can import.'}
      </p>
    </div>
  )
}
