import { useEffect, useId, useState } from 'react'
import type { LeadImport } from '#contract/admin/lead-files.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { ImportList } from '#web/lib/import-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { fileComplaint, ImportView } from './import-view.tsx'
import {
  applyWords,
  followStock,
  outcomeWords,
  sendFile,
  soldOutWords,
  stateWord,
  useApplyImport,
  useCreateImport,
  useLeadImport,
  useLeadSources,
  useMappingStep,
  usePastImports,
  useUndoImport,
  useUpload,
} from './lead-files-data.ts'

const STEPS = ['Upload', 'Match columns', 'Check', 'Put on sale'] as const

interface LeadImportDrawerProps {
  importId: string
  onClose: () => void
}

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
function LeadImportDrawer({ importId, onClose }: LeadImportDrawerProps) {
  const upload = useUpload(importId)
  const found = useLeadImport(importId)
  const apply = useApplyImport(importId)
  const undo = useUndoImport(importId)
  const [asked, setAsked] = useState<'apply' | 'undo' | null>(null)
  const [isRemapping, setIsRemapping] = useState(false)
  const one = found.data
  const state = one?.state
  useEffect(() => {
    if (state === 'applied' || state === 'undone') followStock()
  }, [state])
  const isThere = state === 'mapping' || (state === 'waiting' && upload?.state === 'sent')
  const isMapping = isThere || isRemapping
  const mapping = useMappingStep(importId, isMapping, () => setIsRemapping(false))
  const isBusy = apply.isPending || undo.isPending
  const error = apply.error ?? undo.error
  const canRemap = (state === 'ready' || (state === 'refused' && (one?.columns.length ?? 0) > 0)) && !isRemapping
  return (
    <Drawer
      title="Import leads"
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {isMapping && mapping.error && (
            <Notice tone="danger" className="basis-full">
              {mapping.error.sentence}
            </Notice>
          )}
          {canRemap && <Button onClick={() => setIsRemapping(true)}>Match columns again</Button>}
          {state === 'applied' && <Button onClick={() => setAsked('undo')}>Undo import</Button>}
          {state === 'ready' && one?.preview && !isRemapping ? (
            <Button look="primary" aria-disabled={isBusy || undefined} onClick={() => !isBusy && setAsked('apply')}>
              {applyWords(one.preview)}
            </Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          {isMapping && mapping.opened.data && (
            <Button look="primary" type="submit" form={mapping.formId} aria-disabled={mapping.isChecking || undefined}>
              {mapping.isChecking ? 'Starting…' : 'Check the file'}
            </Button>
          )}
        </div>
      }
    >
      <div className="grid gap-5">
        <StepList label="Import steps" steps={STEPS} reached={one ? stepOf(one, isRemapping) : 0} />
        {one && (
          <p className="text-sm text-muted">
            <span className="font-semibold text-ink wrap-anywhere">{one.fileName}</span>, {one.source}. {one.createdBy},{' '}
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
        {error && <Notice tone="danger">{error.sentence}</Notice>}
        {one && <ImportView one={one} upload={upload} mapping={isMapping ? mapping : null} />}
      </div>
      {asked === 'apply' && one?.preview && (
        <ConfirmDialog
          title={`${applyWords(one.preview)}?`}
          confirmLabel={applyWords(one.preview)}
          onConfirm={() => {
            setAsked(null)
            apply.mutate()
          }}
          onClose={() => setAsked(null)}
        >
          {soldOutWords(one.preview.newlyBacked) && (
            <p className="font-semibold">
              {soldOutWords(one.preview.newlyBacked)}: the file has no leads for them, or too few.
            </p>
          )}
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
          onConfirm={() => {
            setAsked(null)
            undo.mutate()
          }}
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

/** The first step: the file and who supplied it. */
function NewImport({ onOpen }: { onOpen: (importId: string) => void }) {
  const sources = useLeadSources()
  const create = useCreateImport()
  const [source, setSource] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const listId = useId()
  const error = isAsked && source.trim() === '' ? 'First, enter who supplied the file.' : undefined
  const handleFile = (file: File) => {
    setIsAsked(true)
    if (source.trim() === '') return
    create.mutate(
      { source: source.trim(), file },
      {
        onSuccess: ({ id }) => {
          void sendFile(id, file)
          onOpen(id)
        },
      },
    )
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
          error={error}
          onChange={(event) => setSource(event.target.value)}
        />
        <p className="mt-1.5 text-sm text-muted">
          Who supplied it, e.g. “County records”. We remember your columns under this name, and buyers see it next to
          each lead.
        </p>
        <datalist id={listId}>
          {(sources.data ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <FileDrop
        label="Drop area for a lead file"
        inputLabel="Lead file"
        buttonLabel="Choose a lead file"
        help="or drop it here: CSV in UTF-8, plain or compressed with gzip. Nothing goes on sale until you say so."
        accept=".csv,.gz,text/csv,application/gzip"
        isBusy={create.isPending}
        complaintOf={fileComplaint}
        onFile={handleFile}
      />
      {create.error && (
        <Notice tone="danger" title="The import could not start">
          {create.error.sentence}
        </Notice>
      )}
    </div>
  )
}

/** Imports of lead files, newest first. */
function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  return (
    <div className="grid gap-3">
      <ImportList
        list={usePastImports()}
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
  )
}

interface LeadFilesViewProps {
  /** The open import, from the URL. */
  open: string | undefined
  onOpen: (importId: string | undefined) => void
}

/** Lead files: a new one, past ones, and one import in the drawer. */
export function LeadFilesView({ open, onOpen }: LeadFilesViewProps) {
  return (
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
        <PastImports onOpen={onOpen} />
      </Panel>
      {open?.startsWith('lim_') && <LeadImportDrawer key={open} importId={open} onClose={() => onOpen(undefined)} />}
    </div>
  )
}
