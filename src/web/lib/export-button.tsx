import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { writeCsv } from '#contract/csv.ts'
import { type CsvCells, csvTable } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { downloadFile } from './download-file.ts'
import { useStoreZone } from './store-zone.ts'
import { useSaveFile } from './use-save-file.ts'

interface ExportButtonProps {
  /** Of the file on the server. */
  address: string
  /** What the file has, for screen readers. */
  what: string
}

/** Saves what a list shows, with its filters, as a CSV file. */
export function ExportButton({ address, what }: ExportButtonProps) {
  const { mutate, isPending, error } = useSaveFile()
  useEffect(() => {
    if (error) showFailure('The file could not be created', error.sentence)
  }, [error])
  return (
    <Button icon={Download} isBusy={isPending} onClick={() => mutate(address)}>
      {isPending ? 'Preparing…' : 'Export CSV'}
      <span className="sr-only"> of {what}</span>
    </Button>
  )
}

interface ChosenExportProps<Row> {
  /** Of the file. */
  name: string
  rows: readonly Row[]
  cells: CsvCells<Row>
  onDone: () => void
}

/** Saves the chosen rows of a list as a CSV file. */
export function ChosenExport<Row>({ name, cells, rows, onDone }: ChosenExportProps<Row>) {
  const { columns, rowOf } = csvTable(cells, useStoreZone())
  const handleClick = () => {
    downloadFile(name, CSV_TYPE, writeCsv([columns, ...rows.map(rowOf)]))
    onDone()
  }
  return (
    <Button icon={Download} size="small" onClick={handleClick}>
      Export CSV
    </Button>
  )
}
