import { useState } from 'react'
import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { ImportSteps } from './import-steps.tsx'
import { ImportView } from './import-view.tsx'
import { applyWords, consequenceWords } from './import-words.ts'
import { useApplyImport, useCheckAgain, useImport } from './stock-files-data.ts'
import { useUpload } from './uploads.ts'

interface ImportPanelProps {
  importId: string
  onBack: () => void
  onClose: () => void
}

/** One import in the drawer. Its state comes from the server by its id, so a reload continues where it was. */
export function ImportPanel({ importId, onBack, onClose }: ImportPanelProps) {
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
