import { ArrowDownUp } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ColumnHelp } from './column-help.tsx'
import { ExportPart } from './export-part.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportPanel } from './import-panel.tsx'
import { ImportSteps } from './import-steps.tsx'
import { PastImports } from './past-imports.tsx'
import { useCreateImport } from './stock-files-data.ts'
import { sendFile } from './uploads.ts'

/** The value in the URL while the drawer shows its first page; an import puts its id there. */
const START = 'stock-files'

interface StockFilesProps {
  /** What the URL says is open; other values are ignored. */
  open: string | undefined
  onOpen: (open: string | undefined) => void
}

/** Opens the stock files. */
export function StockFilesButton({ onOpen }: Pick<StockFilesProps, 'onOpen'>) {
  return (
    <Button onClick={() => onOpen(START)}>
      <ArrowDownUp size={16} aria-hidden="true" />
      Import and export
    </Button>
  )
}

/** The drawer for stock files: export, a new import, past imports; or one import. */
export function StockFilesDrawer({ open, onOpen }: StockFilesProps) {
  const create = useCreateImport()
  const close = () => onOpen(undefined)
  if (open?.startsWith('sti_')) {
    return <ImportPanel key={open} importId={open} onBack={() => onOpen(START)} onClose={close} />
  }
  if (open !== START) return null
  const handleFile = (file: File) =>
    create.mutate(file, {
      onSuccess: ({ id }) => {
        sendFile(id, file)
        onOpen(id)
      },
    })
  return (
    <Drawer title="Import and export stock" onClose={close}>
      <div className="grid gap-7">
        <p className="text-sm text-muted">
          Export the stock of every package as a CSV file, change counts in a spreadsheet, and import it again.
        </p>
        <ExportPart />
        <section aria-labelledby="stock-import" className="grid gap-3">
          <h3 id="stock-import" className="font-semibold">
            Import
          </h3>
          <ImportSteps reached={0} />
          <FileDrop isBusy={create.isPending} onFile={handleFile} />
          {create.error && (
            <Notice tone="danger" title="The import could not start">
              {create.error.sentence} No stock was changed.
            </Notice>
          )}
          <ColumnHelp />
        </section>
        <PastImports onOpen={onOpen} />
      </div>
    </Drawer>
  )
}
