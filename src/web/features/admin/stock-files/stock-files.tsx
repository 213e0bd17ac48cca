import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDownUp, Download } from 'lucide-react'
import { useState } from 'react'
import {
  applyStockImport,
  checkStockImport,
  createStockImport,
  getStockImport,
  listStockImports,
  type StockImportDetails,
  type StockPreview,
} from '#contract/admin/stock-files.ts'
import { writeCsv } from '#contract/csv.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { BEING_CHECKED, IMPORT_STATES, ImportHead } from '#web/features/admin/file-import.tsx'
import type { ApiError } from '#web/lib/call-api.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { WATCH_EVERY_MS } from '#web/lib/file-imports.ts'
import { formatPlural } from '#web/lib/format.ts'
import { ImportList } from '#web/lib/import-list.tsx'
import { useStates } from '#web/lib/places.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { StepList } from '#web/ui/progress.tsx'
import { ImportView, keep, outcomeWords, readAgain, StockFileDrop, sendFile, useUpload } from './import-view.tsx'

const STEPS = ['Choose a file', 'Check', 'Apply'] as const

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
function ImportPanel({ importId, onBack, onClose }: { importId: string; onBack: () => void; onClose: () => void }) {
  const upload = useUpload(importId)
  const isSending = upload?.isUnderWay ?? false
  // Polled while it is in progress, so changes from another tab or person appear too.
  const found = useQuery({
    ...query(getStockImport, { importId }),
    ...FRESH,
    refetchInterval: ({ state }) =>
      (isSending || /^(waiting|reading|checking|applying)$/.test(state.data?.state ?? '')) && WATCH_EVERY_MS,
  })
  const apply = useMutation<StockImportDetails, ApiError>({
    mutationFn: () => callApi(applyStockImport, { params: { importId } }),
    onSuccess: (done) => {
      keep(done)
      // Any package's count may have changed, wherever it is shown.
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [path] }) => path !== getStockImport.path && path !== listStockImports.path,
      })
    },
    onError: () => readAgain(importId),
  })
  const again = useMutation<StockImportDetails, ApiError>({
    mutationFn: () => callApi(checkStockImport, { params: { importId } }),
    onSuccess: keep,
    onError: () => readAgain(importId),
  })
  const [isAsked, setIsAsked] = useState(false)
  const one = found.data
  const isBusy = apply.isPending || again.isPending
  const changed = one?.state === 'ready' && !apply.isPending ? (one.preview?.changed ?? 0) : 0
  const isOutdated = apply.error?.code === 'stock_import_outdated' && one?.state === 'ready'
  const act = `Set the stock of ${formatPlural(changed, 'package')}`
  return (
    <Drawer
      title="Import stock"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onBack}>{backWords(one, isBusy || isSending)}</Button>
          {changed > 0 && !isOutdated && (
            <Button look="primary" isBusy={isBusy} onClick={() => setIsAsked(true)}>
              {act}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <ImportHead steps={STEPS} reached={one ? stepOf(one, apply.isPending) : 1} found={found} />
        {apply.error && one?.state !== 'applied' && (
          <Notice
            tone={isOutdated ? 'attention' : 'danger'}
            title={isOutdated ? 'Packages in this file have changed' : 'We can’t tell yet whether it was applied'}
            action={
              isOutdated && (
                <Button
                  look="primary"
                  isBusy={isBusy}
                  onClick={() => again.mutate(undefined, { onSuccess: () => apply.reset() })}
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
        <ErrorNotice error={again.error} />
        {one && <ImportView one={one} upload={upload} isApplying={apply.isPending} />}
      </div>
      {isAsked && one?.preview && (
        <ConfirmDialog
          title={`${act}?`}
          confirmLabel={act}
          onConfirm={() => {
            setIsAsked(false)
            apply.mutate()
          }}
          onClose={() => setIsAsked(false)}
        >
          <p>Once you start, all of them are set within seconds. {consequenceWords(one.preview)}</p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

function consequenceWords({ toZero, toUnlimited }: StockPreview): string {
  const parts = [
    toZero > 0 && `${formatPlural(toZero, 'package')} will be sold out`,
    toUnlimited > 0 && `${formatPlural(toUnlimited, 'package')} will become unlimited`,
  ].filter((part) => part !== false)
  return `${parts.join(', and ') || 'None of them will be sold out'}.`
}

function backWords(one: StockImportDetails | undefined, isBusy: boolean): string {
  if (one?.state === 'applied') return 'Done'
  return isBusy || /^(reading|checking|applying)$/.test(one?.state ?? '') ? 'Back' : 'Choose another file'
}

/** From 0; 3 is after the last. */
function stepOf({ state }: StockImportDetails, isApplying: boolean): number {
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

const ColumnHelp = () => (
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

function ExportPart() {
  const [state, setState] = useState('')
  const states = useStates()
  const file = useSaveFile()
  const words = state && `?${new URLSearchParams({ state })}`
  return (
    <section aria-labelledby="stock-export" className="grid gap-3">
      <h3 id="stock-export" className="font-semibold">
        Export
      </h3>
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SelectField
          label="Packages in"
          placeholder="All states"
          options={states.data ?? []}
          value={state}
          onChange={setState}
        />
        <Button icon={Download} isBusy={file.isPending} onClick={() => file.mutate(`/api/admin/stock.csv${words}`)}>
          {file.isPending ? 'Preparing the file…' : 'Export stock'}
        </Button>
      </div>
      <ErrorNotice title="The file could not be created" error={file.error} />
      {file.isSuccess && (
        <p role="status" className="text-sm text-muted">
          Saved as {file.data.name}.
        </p>
      )}
    </section>
  )
}

/** The value in the URL while the drawer shows its first page; an import puts its id there. */
const START = 'stock-files'

interface StockFilesProps {
  /** What the URL says is open; other values are ignored. */
  open: string | undefined
  onOpen: (open: string) => void
}

export const StockFilesButton = ({ onOpen }: Pick<StockFilesProps, 'onOpen'>) => (
  <Button icon={ArrowDownUp} onClick={() => onOpen(START)}>
    Import and export
  </Button>
)

/** The drawer for stock files: export, a new import, past imports; or one import. */
export function StockFilesDrawer({ open, onOpen }: StockFilesProps) {
  const create = useMutation<StockImportDetails, ApiError, File>({
    mutationFn: ({ name, size }) =>
      callApi(createStockImport, { body: { fileName: name.slice(-200), fileBytes: size } }),
    onSuccess: keep,
  })
  const close = () => onOpen('')
  if (open?.startsWith('sti_'))
    return <ImportPanel key={open} importId={open} onBack={() => onOpen(START)} onClose={close} />
  if (open !== START) return null
  const handleFile = (file: File) => {
    const handleCreated = ({ id }: StockImportDetails) => {
      sendFile(id, file)
      onOpen(id)
    }
    create.mutate(file, { onSuccess: handleCreated })
  }
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
          <StepList label="Import steps" steps={STEPS} reached={0} />
          <StockFileDrop isBusy={create.isPending} onFile={handleFile} />
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

const PastImports = ({ onOpen }: Pick<StockFilesProps, 'onOpen'>) => (
  <section aria-labelledby="stock-imports" className="grid gap-2">
    <h3 id="stock-imports" className="font-semibold">
      Past imports
    </h3>
    <ImportList
      list={usePages(listStockImports, {})}
      things="past imports"
      titleOf={({ fileName }) => <span className="font-semibold">{fileName}</span>}
      stateOf={({ state }) =>
        state === 'applied' ? { word: 'Applied', tone: 'done' } : (IMPORT_STATES[state] ?? BEING_CHECKED)
      }
      outcomeOf={outcomeWords}
      empty={
        <p className="text-sm text-muted">None yet. Each will appear here with who made it and what it changed.</p>
      }
      onOpen={onOpen}
    />
  </section>
)
