import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useId, useState } from 'react'
import { type Import, type ImportKind, listImports, listLeadSources } from '#contract/imports/imports.ts'
import { type ApiError, query } from '#web/lib/call-api.ts'
import { choicesOf } from '#web/lib/choices.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ImportDrawer, type KindView, stateWord } from '#web/lib/imports/import-drawer.tsx'
import { ADMIN_IMPORTS, FILE_TYPES, fileError, startImport } from '#web/lib/imports/imports-data.ts'
import { useStates } from '#web/lib/places.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useSaveFile } from '#web/lib/use-save-file.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote } from '#web/lib/when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { EmptyState, ErrorNotice, ListTrouble, MoreButton, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { LEAD_VIEW } from './lead-view.tsx'
import { STOCK_VIEW } from './stock-view.tsx'

// Each is shown only with imports of its own kind.
const viewOf = (kind: ImportKind): KindView => (kind === 'leads' ? LEAD_VIEW : STOCK_VIEW)

const KINDS = choicesOf({ leads: 'Leads', stock: 'Stock' })
type AdminKind = (typeof KINDS)[number]['value']

function NewImport({ onOpen }: { onOpen: (importId: string) => void }) {
  const sources = useQuery({ ...query(listLeadSources), staleTime: 0 })
  const [kind, setKind] = useState<AdminKind>('leads')
  const [source, setSource] = useState('')
  /** Chosen before it was said who supplied it. */
  const [kept, setKept] = useState<File>()
  const listId = useId()
  const isMissing = kind === 'leads' && source.trim() === ''
  const create = useMutation<Import, ApiError, File>({
    mutationFn: (file) => startImport(ADMIN_IMPORTS, file, { kind, source: kind === 'leads' ? source.trim() : '' }),
    onSuccess: ({ id }) => {
      setKept(undefined)
      onOpen(id)
    },
  })
  const handleFile = (file: File) => {
    setKept(file)
    if (isMissing) document.querySelector<HTMLElement>('input[name=source]')?.focus()
    else create.mutate(file)
  }
  return (
    <div className="grid gap-4 sm:max-w-xl">
      <ChoiceField legend="What is in the file" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'leads' && (
        <div>
          <TextField
            name="source"
            label="Source"
            hint="Who supplied it, e.g. “County records”. We remember your columns under this name, and buyers see it next to each lead."
            maxLength={100}
            value={source}
            list={listId}
            autoComplete="off"
            error={kept && isMissing ? `Enter who supplied ${kept.name}. We keep the file meanwhile.` : undefined}
            onChange={(event) => setSource(event.target.value)}
          />
          <datalist id={listId}>
            {sources.data?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
      )}
      <FileDrop
        label="Drop area for a file"
        inputLabel="File to import"
        buttonLabel="Choose a file"
        help="or drop it here: CSV or XLSX, plain or compressed with gzip. Nothing changes until you say so."
        accept={FILE_TYPES}
        isBusy={create.isPending}
        fieldErrorOf={(file) => fileError(file, kind)}
        onFile={handleFile}
      />
      {kept && !isMissing && !create.isPending && !fileError(kept, kind) && (
        <Button look="primary" className="justify-self-start" onClick={() => create.mutate(kept)}>
          Import {kept.name}
        </Button>
      )}
      <ErrorNotice title="The import could not start" error={create.error} />
      {kind === 'stock' && <ColumnHelp />}
    </div>
  )
}

const ColumnHelp = () => (
  <details className="rounded-md border border-line bg-surface px-4 py-2.5 text-sm">
    <summary className="cursor-pointer font-semibold">What the file needs</summary>
    <p className="mt-2">
      Export the stock below, change the numbers in <code>available</code> (0 to 999, or “unlimited”), and save as CSV.
      Leave out rows and columns you don’t need; a row needs <code>package_id</code>, or state, county, lead_type, tier
      and size. You can’t set stock that comes from leads. A row whose <code>available</code> is still its{' '}
      <code>exported_available</code> is skipped, whatever has sold since.
    </p>
  </details>
)

function ExportPart() {
  const [state, setState] = useState('')
  const states = useStates()
  const file = useSaveFile()
  const words = state && `?${new URLSearchParams({ state })}`
  return (
    <div className="grid gap-3 sm:max-w-xl">
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
    </div>
  )
}

/** Who imported what and when, with the result; each can be reopened. */
function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  const list = usePages(listImports, {})
  const imports = list.data ?? []
  return (
    <div className="grid gap-3">
      {list.isPending && <Loading words="Loading imports" height="h-14" />}
      <ListTrouble list={list} title="Imports could not be loaded" />
      {list.isSuccess && imports.length === 0 && (
        <EmptyState title="No imports yet">
          Until you apply a file of leads, stock is whatever you set by hand.
        </EmptyState>
      )}
      {imports.length > 0 && (
        <ul aria-label="Imports" className="overflow-clip rounded-md border border-line bg-surface">
          {imports.map((one) => {
            const view = viewOf(one.kind)
            const { word, tone } = stateWord(one, view)
            return (
              <li key={one.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  onClick={() => onOpen(one.id)}
                  className="grid w-full gap-x-3 gap-y-0.5 px-3 py-2 text-left text-sm hover:bg-accent-quiet sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="wrap-anywhere">
                    <span className="font-semibold">{one.fileName}</span>, {one.source || 'stock'}
                  </span>
                  <span className="sm:row-span-2 sm:self-center">
                    <StatusPill tone={tone}>{word}</StatusPill>
                  </span>
                  <span className="figures text-muted">
                    {view.outcomeWords(one)}. {formatDateTime(one.createdAt)}, {one.createdBy}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <MoreButton list={list} />
      {imports.length > 0 && <p className="text-xs text-muted">{timesNote()}</p>}
    </div>
  )
}

/** Files of leads and of stock: a new one, past ones, and one import in the drawer. */
export default function ImportsView() {
  const { search, change } = useTeamSearch()
  const { open } = search
  const onOpen = (open: string) => change({ open })
  return (
    <div className="grid gap-5">
      <Panel
        title="Upload a file"
        intro="Leads from a supplier, or stock counts. You match its columns and check every row before anything changes."
      >
        <NewImport onOpen={onOpen} />
      </Panel>
      <Panel
        title="Export stock"
        intro="The stock of every package as a CSV file: change counts in a spreadsheet, and import it again."
      >
        <ExportPart />
      </Panel>
      <Panel
        title="Imports"
        intro="Who imported what, when, and how it went. You can open each import again and undo it for 30 days; leads only as long as none of them are sold."
      >
        <PastImports onOpen={onOpen} />
      </Panel>
      {open !== undefined && /^(lim|sti)_/.test(open) && (
        <ImportDrawer key={open} path={ADMIN_IMPORTS} importId={open} viewOf={viewOf} onClose={() => onOpen('')} />
      )}
    </div>
  )
}
