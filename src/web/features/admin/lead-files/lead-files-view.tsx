import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import {
  applyLeadImport,
  createLeadImport,
  getLeadImport,
  type LeadImport,
  listLeadImports,
  listLeadSources,
  undoLeadImport,
} from '#contract/admin/lead-files.ts'
import { ImportHead } from '#web/features/admin/file-import.tsx'
import type { ApiError } from '#web/lib/call-api.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { WATCH_EVERY_MS } from '#web/lib/file-imports.ts'
import { ImportList } from '#web/lib/import-list.tsx'
import { usePages } from '#web/lib/use-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FILE_TYPES, fileError, ImportView } from './import-view.tsx'
import {
  applyWords,
  followStock,
  keep,
  outcomeWords,
  sendFile,
  soldOutWords,
  stateWord,
  useMappingStep,
  useStep,
  useUpload,
} from './lead-files-data.ts'

const STEPS = ['Upload', 'Match columns', 'Check', 'Put on sale'] as const

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
function LeadImportDrawer({ importId: leadImportId, onClose }: { importId: string; onClose: () => void }) {
  const upload = useUpload(leadImportId)
  // Polled while it is in progress, so changes from another tab or person appear too.
  const found = useQuery({
    ...query(getLeadImport, { leadImportId }),
    ...FRESH,
    refetchInterval: ({ state }) => /^(reading|applying|undoing)$/.test(state.data?.state ?? '') && WATCH_EVERY_MS,
  })
  const apply = useStep(leadImportId, () => callApi(applyLeadImport, { params: { leadImportId } }))
  const undo = useStep(leadImportId, () => callApi(undoLeadImport, { params: { leadImportId } }))
  const [asked, setAsked] = useState<'apply' | 'undo' | null>(null)
  const [isRemapping, setIsRemapping] = useState(false)
  const one = found.data
  const state = one?.state
  useEffect(() => {
    if (state === 'applied' || state === 'undone') followStock()
  }, [state])
  const isMapping = state === 'mapping' || (state === 'waiting' && upload?.state === 'sent') || isRemapping
  const mapping = useMappingStep(leadImportId, isMapping, () => setIsRemapping(false))
  const canRemap = (state === 'ready' || (state === 'refused' && (one?.columns.length ?? 0) > 0)) && !isRemapping
  const soldOut = one?.preview && soldOutWords(one.preview.newlyBacked)
  const confirmed = (act: { mutate: () => void }) => () => {
    setAsked(null)
    act.mutate()
  }
  return (
    <Drawer
      title="Import leads"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {isMapping && <ErrorNotice error={mapping.error} className="basis-full" />}
          {canRemap && <Button onClick={() => setIsRemapping(true)}>Match columns again</Button>}
          {state === 'applied' && <Button onClick={() => setAsked('undo')}>Undo import</Button>}
          {state === 'ready' && one?.preview && !isRemapping ? (
            <Button look="primary" isBusy={apply.isPending || undo.isPending} onClick={() => setAsked('apply')}>
              {applyWords(one.preview)}
            </Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          {isMapping && mapping.opened.data && (
            <Button look="primary" type="submit" form={mapping.formId} isBusy={mapping.isChecking}>
              {mapping.isChecking ? 'Starting…' : 'Check the file'}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <ImportHead steps={STEPS} reached={one ? stepOf(one, isRemapping) : 0} found={found} />
        <ErrorNotice error={apply.error ?? undo.error} />
        {one && <ImportView one={one} upload={upload} mapping={isMapping ? mapping : null} />}
      </div>
      {asked === 'apply' && one?.preview && (
        <ConfirmDialog
          title={`${applyWords(one.preview)}?`}
          confirmLabel={applyWords(one.preview)}
          onConfirm={confirmed(apply)}
          onClose={() => setAsked(null)}
        >
          {soldOut && <p className="font-semibold">{soldOut}: the file has no leads for them, or too few.</p>}
          <p>
            Buyers see the new stock county by county as the import runs. You can undo it as long as none of its leads
            are sold or held.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'undo' && (
        <ConfirmDialog
          title="Undo this import?"
          confirmLabel="Undo import"
          confirmLook="danger"
          onConfirm={confirmed(undo)}
          onClose={() => setAsked(null)}
        >
          <p>
            This deletes its new leads and restores the ones it updated or took off sale. It will not work if any of its
            leads are sold or in a cart.
          </p>
        </ConfirmDialog>
      )}
    </Drawer>
  )
}

function stepOf({ state, columns }: LeadImport, isRemapping: boolean): number {
  if (isRemapping || state === 'mapping') return 1
  if (state === 'waiting' || state === 'interrupted' || state === 'lapsed') return 0
  if (state === 'reading') return 2
  if (state === 'refused') return columns.length > 0 ? 2 : 0
  return state === 'ready' || state === 'applying' ? 3 : 4
}

function NewImport({ onOpen }: { onOpen: (importId: string) => void }) {
  const sources = useQuery({ ...query(listLeadSources), staleTime: 0 })
  const [source, setSource] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const listId = useId()
  const isMissing = source.trim() === ''
  const create = useMutation<LeadImport, ApiError, File>({
    mutationFn: ({ name, size }) =>
      callApi(createLeadImport, { body: { source: source.trim(), fileName: name.slice(-200), fileBytes: size } }),
    onSuccess: keep,
  })
  const handleFile = (file: File) => {
    setIsAsked(true)
    if (isMissing) return
    const handleCreated = ({ id }: LeadImport) => {
      void sendFile(id, file)
      onOpen(id)
    }
    create.mutate(file, { onSuccess: handleCreated })
  }
  return (
    <div className="grid gap-4 sm:max-w-xl">
      <div>
        <TextField
          label="Source"
          maxLength={100}
          value={source}
          list={listId}
          autoComplete="off"
          error={isAsked && isMissing ? 'First, enter who supplied the file.' : undefined}
          onChange={(event) => setSource(event.target.value)}
        />
        <p className="mt-1.5 text-sm text-muted">
          Who supplied it, e.g. “County records”. We remember your columns under this name, and buyers see it next to
          each lead.
        </p>
        <datalist id={listId}>
          {sources.data?.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <FileDrop
        label="Drop area for a lead file"
        inputLabel="Lead file"
        buttonLabel="Choose a lead file"
        help="or drop it here: CSV in UTF-8, plain or compressed with gzip. Nothing goes on sale until you say so."
        accept={FILE_TYPES}
        isBusy={create.isPending}
        fieldErrorOf={fileError}
        onFile={handleFile}
      />
      <ErrorNotice title="The import could not start" error={create.error} />
    </div>
  )
}

/** Lead files: a new one, past ones, and one import in the drawer. */
export const LeadFilesView = ({ open, onOpen }: { open: string | undefined; onOpen: (importId: string) => void }) => (
  <div className="grid gap-5">
    <Panel
      title="Upload a lead file"
      intro="Upload a supplier’s homeowners as a CSV file. You match its columns and check every row before any lead goes on sale."
    >
      <NewImport onOpen={onOpen} />
    </Panel>
    <Panel
      title="Imports"
      intro="Who imported what, when, and how it went. You can open each import again, and undo it for 30 days as long as none of its leads have sold."
    >
      <div className="grid gap-3">
        <ImportList
          list={usePages(listLeadImports, {})}
          label="Imports of lead files"
          things="imports"
          titleOf={({ fileName, source }) => (
            <>
              <span className="font-semibold">{fileName}</span>, {source}
            </>
          )}
          stateOf={stateWord}
          outcomeOf={outcomeWords}
          empty={
            <EmptyState title="No lead files yet">
              Until you apply a lead file, stock is whatever you set by hand.
            </EmptyState>
          }
          onOpen={onOpen}
        />
      </div>
    </Panel>
    {open?.startsWith('lim_') && <LeadImportDrawer key={open} importId={open} onClose={() => onOpen('')} />}
  </div>
)
