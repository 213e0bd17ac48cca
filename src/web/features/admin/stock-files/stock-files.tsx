import { ArrowDownUp, Download } from 'lucide-react'
import { useState } from 'react'
import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { writeCsv } from '#contract/csv.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ImportList } from '#web/lib/import-list.tsx'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { applyWords, consequenceWords, ImportView, outcomeWords, stateWord } from './import-view.tsx'
import {
  sendFile,
  useApplyImport,
  useCheckAgain,
  useCreateImport,
  useImport,
  usePastImports,
  useStates,
  useUpload,
} from './stock-files-data.ts'

const STEPS = ['Choose a file', 'Check', 'Apply'] as const

/** Which of its three steps an import has reached; `reached` counts from 0, and 3 is after the last. */
function ImportSteps({ reached }: { reached: 0 | 1 | 2 | 3 }) {
  return <StepList label="Import steps" steps={STEPS} reached={reached} />
}

interface ImportPanelProps {
  importId: string
  onBack: () => void
  onClose: () => void
}

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
function ImportPanel({ importId, onBack, onClose }: ImportPanelProps) {
  const upload = useUpload(importId)
  const found = useImport(importId, upload?.isUnderWay ?? false)
  const apply = useApplyImport(importId)
  const again = useCheckAgain(importId)
  const [isAsked, setIsAsked] = useState(false)
  const one = found.data
  const isBusy = apply.isPending || again.isPending
  const changed = one?.state === 'ready' && !apply.isPending ? (one.preview?.changed ?? 0) : 0
  const isOutdated = apply.error?.code === 'stock_import_outdated' && one?.state === 'ready'
  const handleApply = () => {
    setIsAsked(false)
    apply.mutate()
  }
  return (
    <Drawer
      title="Import stock"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onBack}>{backWords(one, isBusy || (upload?.isUnderWay ?? false))}</Button>
          {changed > 0 && !isOutdated && (
            <Button look="primary" aria-disabled={isBusy || undefined} onClick={() => !isBusy && setIsAsked(true)}>
              {applyWords(changed)}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <ImportSteps reached={one ? stepOf(one, apply.isPending) : 1} />
        {one && (
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink wrap-anywhere">{one.fileName}</span>, {one.createdBy},{' '}
            {formatDateTime(one.createdAt)}
          </p>
        )}
        {found.isPending && (
          <>
            <LoadingWords>Loading the import</LoadingWords>
            <Skeleton className="h-24" />
          </>
        )}
        <ListTrouble list={found} title="The import could not be loaded" />
        {apply.error && one?.state !== 'applied' && (
          <Notice
            tone={isOutdated ? 'attention' : 'danger'}
            title={isOutdated ? 'Packages in this file have changed' : 'We can’t tell yet whether it was applied'}
            action={
              isOutdated && (
                <Button
                  look="primary"
                  aria-disabled={isBusy || undefined}
                  onClick={() => !isBusy && again.mutate(undefined, { onSuccess: () => apply.reset() })}
                >
                  {again.isPending ? 'Checking…' : 'Check again'}
                </Button>
              )
            }
          >
            {apply.error.sentence}
            {!isOutdated && ' If it has started, it will finish. Trying again never applies it twice.'}
          </Notice>
        )}
        {again.error && <Notice tone="danger">{again.error.sentence}</Notice>}
        {one && <ImportView one={one} upload={upload} isApplying={apply.isPending} />}
      </div>
      {isAsked && one?.preview && (
        <ConfirmDialog
          title={`${applyWords(changed)}?`}
          confirmLabel={applyWords(changed)}
          onConfirm={handleApply}
          onClose={() => setIsAsked(false)}
        >
          <p>Once you start, all of them are set within seconds. {consequenceWords(one.preview)}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

function backWords(one: StockImportDetails | undefined, isBusy: boolean): string {
  if (one?.state === 'applied') return 'Done'
  const isMoving = isBusy || ['reading', 'checking', 'applying'].includes(one?.state ?? '')
  return isMoving ? 'Back' : 'Choose another file'
}

function stepOf({ state }: StockImportDetails, isApplying: boolean): 0 | 1 | 2 | 3 {
  if (state === 'applied') return 3
  if (isApplying || state === 'applying' || state === 'ready') return 2
  return state === 'waiting' || state === 'interrupted' || state === 'lapsed' ? 0 : 1
}

const EXAMPLE = [
  ['package_id', 'available'],
  ['48453-vacant-vip-20', 25],
  ['48453-vacant-vip-30', 0],
  ['48453-owner-standard-100', 'unlimited'],
]

const COLUMNS: readonly [name: string, need: string, words: string][] = [
  ['package_id', 'needed', 'As the export writes it, e.g. 48453-vacant-vip-20.'],
  [
    'state, county, lead_type, tier, size',
    'instead of package_id',
    'Name the package in words; fips may replace state and county.',
  ],
  [
    'available',
    'needed',
    'The new count: a whole number from 0 to 999. A higher number, or “unlimited”, never runs out. You can’t set stock that comes from leads.',
  ],
  [
    'exported_available',
    'optional',
    'The count at export. If you leave both the same, we skip the row, whatever has sold since.',
  ],
]

/** What a file needs, folded for those who know. */
function ColumnHelp() {
  return (
    <details className="group rounded-md border border-line bg-surface">
      <summary className="cursor-pointer px-4 py-2.5 text-sm font-semibold">What the file needs</summary>
      <div className="grid gap-3 border-t border-line px-4 py-3 text-sm">
        <p>
          The first row names the columns, in any order. The easiest way: export, change the numbers in{' '}
          <code>available</code>, save as CSV. You can leave out rows and columns you don’t need.
        </p>
        <dl className="grid gap-2">
          {COLUMNS.map(([name, need, words]) => (
            <div key={name}>
              <dt>
                <code className="font-semibold wrap-anywhere">{name}</code> <span className="text-muted">({need})</span>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <Button
          className="justify-self-start"
          onClick={() => downloadFile('stock-example.csv', CSV_TYPE, writeCsv(EXAMPLE))}
        >
          Download an example
        </Button>
      </div>
    </details>
  )
}

const ALL = 'All states'

/** Exports all packages with their counts as a file, or those of one state. */
function ExportPart() {
  const [state, setState] = useState(ALL)
  const states = useStates()
  const file = useSaveFile()
  const words = state === ALL ? '' : `?${new URLSearchParams({ state })}`
  return (
    <section aria-labelledby="stock-export" className="grid gap-3">
      <h3 id="stock-export" className="font-semibold">
        Export
      </h3>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SelectField
          label="Packages in"
          options={[ALL, ...(states.data ?? [])]}
          value={state}
          onChange={(event) => setState(event.target.value)}
        />
        <Button
          aria-disabled={file.isPending || undefined}
          onClick={() => !file.isPending && file.mutate(`/api/admin/stock.csv${words}`)}
        >
          <Download size={16} aria-hidden="true" />
          {file.isPending ? 'Preparing the file…' : 'Export stock'}
        </Button>
      </div>
      {file.error && (
        <Notice tone="danger" title="The file could not be created">
          {file.error.sentence}
        </Notice>
      )}
      {file.isSuccess && (
        <p role="status" className="text-sm text-muted">
          Saved as {file.data.name}.
        </p>
      )}
    </section>
  )
}

/** Stock imports, newest first. */
function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  return (
    <section aria-labelledby="stock-imports" className="grid gap-2">
      <h3 id="stock-imports" className="font-semibold">
        Past imports
      </h3>
      <ImportList
        list={usePastImports()}
        things="past imports"
        titleOf={({ fileName }) => <span className="font-semibold">{fileName}</span>}
        stateOf={stateWord}
        outcomeOf={outcomeWords}
        empty={
          <p className="text-sm text-muted">None yet. Each will appear here with who made it and what it changed.</p>
        }
        onOpen={onOpen}
      />
    </section>
  )
}

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
