import { useState } from 'react'
import type { PriceChange } from '#contract/admin/pricing.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { formatStoreMoment, waitWords } from '#web/lib/store-moment.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChangedPrices, changeName } from './change-story.tsx'
import { usePlannedChanges } from './pricing-data.ts'
import { useCancelPriceChange } from './use-price-changes.ts'

/** Planned changes, next one first. */
export function PlannedChanges() {
  const query = usePlannedChanges()
  const { data: planned, isPending } = query
  const [asked, setAsked] = useState<PriceChange | null>(null)
  const timeZone = useStoreZone()
  return (
    <Panel title="Planned changes">
      {isPending && <Skeleton className="h-10" />}
      <ListTrouble list={query} title="Planned changes could not be loaded" />
      {planned?.length === 0 && (
        <p className="text-sm text-muted">
          Nothing is planned. Use Change many prices to schedule prices, e.g. for Monday at midnight.
        </p>
      )}
      {planned && planned.length > 0 && (
        <ul aria-label="Planned changes" className="grid gap-3">
          {planned.map((change) => (
            <li
              key={change.id}
              className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
            >
              <div className="min-w-0 grow basis-60">
                {change.startsAt && (
                  <p className="font-semibold">
                    {formatStoreMoment(change.startsAt, timeZone)}
                    <span className="font-normal text-muted">{waitWords(change.startsAt, serverNow())}</span>
                  </p>
                )}
                <ChangedPrices change={change} />
                <p className="text-muted wrap-anywhere">
                  by {change.createdBy}
                  {change.note && `: ${change.note}`}
                </p>
              </div>
              <Button onClick={() => setAsked(change)}>
                Cancel<span className="sr-only"> the planned change of {changeName(change)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked && <CancelDialog change={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

function CancelDialog({ change, onClose }: { change: PriceChange; onClose: () => void }) {
  const cancel = useCancelPriceChange()
  const timeZone = useStoreZone()
  const { error } = cancel
  const isOver = error?.code === 'price_change_made'
  return (
    <ConfirmDialog
      title={`Cancel the planned change of ${changeName(change)}?`}
      confirmLabel="Cancel the change"
      pendingLabel="Canceling…"
      confirmLook="danger"
      cancelLabel={isOver ? 'Close' : 'Keep it planned'}
      isPending={cancel.isPending}
      onConfirm={isOver ? undefined : () => cancel.mutate(change, { onSuccess: onClose })}
      onClose={onClose}
    >
      {change.startsAt && (
        <p>It was due to start {formatStoreMoment(change.startsAt, timeZone)}. Prices stay as they are.</p>
      )}
      {error && <Notice tone="danger">{error.sentence}</Notice>}
    </ConfirmDialog>
  )
}
