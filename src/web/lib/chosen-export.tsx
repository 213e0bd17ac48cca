import { Download } from 'lucide-react'
import { type CsvCell, writeCsv } from '#contract/csv.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from './download-file.ts'

interface ChosenExportProps<Row> {
  /** Of the file. */
  name: string
  columns: readonly string[]
  rows: readonly Row[]
  rowOf: (row: Row) => readonly CsvCell[]
  onDone: () => void
}

/** Saves the chosen rows of a list as a CSV file. */
export function ChosenExport<Row>({ name, columns, rows, rowOf, onDone }: ChosenExportProps<Row>) {
  const handleClick = () => {
    downloadFile(name, CSV_TYPE, writeCsv([columns, ...rows.map(rowOf)]))
    onDone()
  }
  return (
    <Button size="small" onClick={handleClick}>
      <Download size={16} aria-hidden="true" />
      Export CSV
    </Button>
  )
}
