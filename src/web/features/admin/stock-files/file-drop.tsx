import { STOCK_FILE_BYTES_MAX } from '#contract/admin/stock-files.ts'
import { csvComplaint } from '#web/lib/file-imports.ts'
import { FileDrop as PlaceForFile } from '#web/ui/file-drop.tsx'

/** Says why a stock file cannot be imported; undefined if it is worth sending. */
const fileComplaint = (file: Pick<File, 'name' | 'size'>): string | undefined =>
  csvComplaint(file, { bytesMax: STOCK_FILE_BYTES_MAX, advice: 'Import single states, or leave out columns.' })

interface FileDropProps {
  isBusy: boolean
  onFile: (file: File) => void
}

/** Where a stock file is dropped or selected. */
export function FileDrop({ isBusy, onFile }: FileDropProps) {
  return (
    <PlaceForFile
      label="Drop area for a CSV file"
      inputLabel="Stock CSV file"
      buttonLabel="Choose a CSV file"
      help="or drop it here. We check it first, and no stock changes until you say so."
      accept=".csv,text/csv"
      isBusy={isBusy}
      complaintOf={fileComplaint}
      onFile={onFile}
    />
  )
}
