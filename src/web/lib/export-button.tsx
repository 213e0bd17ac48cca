import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { writeCsv } from '#contract/csv.ts'
import { type CsvCells, csvTable } from '#contract/csv-table.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { ActionMenu } from '#web/ui/action-menu.tsx'
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

/** Saves what a list shows, with its filters, as a CSV file; in a menu where there is no room for the words. */
export function ExportButton({ address, what }: ExportButtonProps) {
  const { mutate, isPending, error } = useSaveFile()
  useEffect(() => {
    if (error) showFailure('The file could not be created', error.sentence)
  }, [error])
  const save = () => mutate(address)
  return (
    <>
      <Button icon={Download} isBusy={isPending} onClick={save} about={` of ${what}`} className="max-sm:hidden">
        {isPending ? 'Preparing…' : 'Export CSV'}
      </Button>
      <div className="sm:hidden">
        <ActionMenu label={`More about ${what}`} actions={[{ label: 'Export CSV', icon: Download, onChoose: save }]} />
      </div>
    </>
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
