import { FileDrop as PlaceForFile } from '#web/ui/file-drop.tsx'
import { fileComplaint } from './file-complaint.ts'

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
