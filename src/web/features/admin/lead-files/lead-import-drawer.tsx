import { useEffect, useState } from 'react'
import type { LeadImport } from '#contract/admin/lead-files.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StepList } from '#web/ui/step-list.tsx'
import { ImportView } from './import-view.tsx'
import { applyWords, soldOutWords } from './import-words.ts'
import { followStock, useApplyImport, useLeadImport, useMappingStep, useUndoImport } from './lead-files-data.ts'
import { useUpload } from './part-uploads.ts'

const STEPS = ['Upload', 'Match columns', 'Check', 'Put on sale'] as const

interface LeadImportDrawerProps {
  importId: string
  onClose: () => void
}

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
export function LeadImportDrawer({ importId, onClose }: LeadImportDrawerProps) {
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
