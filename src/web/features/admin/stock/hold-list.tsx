import { useState } from 'react'
import type { PackageHold } from '#contract/admin/stock-screen.ts'
import { formatDateTime, formatTimeLeft, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { usePackageHolds } from './stock-data.ts'
import { holdWords, stuckWords } from './story-words.ts'

/** More would push the history off the drawer. */
const SHOWN_AT_FIRST = 5

interface HoldListProps {
  packageId: string
  onRelease: (hold: PackageHold) => void
}

/** Who holds units of a package now, with a button to remove one from a cart. */
export function HoldList({ packageId, onRelease }: HoldListProps) {
  const list = usePackageHolds(packageId)
  const [isWhole, setIsWhole] = useState(false)
  const holds = list.data?.slice(0, isWhole ? undefined : SHOWN_AT_FIRST) ?? []
  const hasMore = list.hasNextPage || holds.length < (list.data?.length ?? 0)
  const showMore = () => {
    if (isWhole && !list.isFetchingNextPage) void list.fetchNextPage()
    setIsWhole(true)
  }
  return (
    <section aria-label="Live holds">
      <h3 className="font-semibold">Live holds</h3>
      <div className="mt-2 grid gap-3 text-sm">
        {list.isPending && <Loading words="Loading the holds" height="h-10" />}
        <ListTrouble list={list} title="The holds could not be loaded" />
        {list.data?.length === 0 && <p className="text-muted">No live holds.</p>}
        {holds.length > 0 && (
          <ul className="grid gap-2">
            {holds.map((hold) => (
              <li
                key={hold.holdId}
                className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 border-t border-line pt-2 first:border-t-0 first:pt-0"
              >
                <div className="min-w-0 grow basis-60">
                  <p className="font-semibold">{holdWords(hold)}</p>
                  <p className="figures text-muted">
                    since {formatDateTime(hold.since)}, until {formatDateTime(hold.until)} (
                    {formatTimeLeft(hold.until, serverNow())}){hold.tookUnit ? '' : '; no unit taken (unlimited stock)'}
                  </p>
                  {!hold.isReleasable && <p className="text-muted">{stuckWords(hold)}</p>}
                </div>
                {hold.isReleasable && (
                  <Button size="small" onClick={() => onRelease(hold)}>
                    Release<span className="sr-only"> the hold of {holdWords(hold)}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <Button
            className="justify-self-center"
            aria-disabled={list.isFetchingNextPage || undefined}
            onClick={showMore}
          >
            {list.isFetchingNextPage ? 'Loading…' : 'Show more holds'}
          </Button>
        )}
        {holds.length > 0 && (
          <p className="text-xs text-muted">Times are in your time zone ({timeZoneWord(serverNow())}).</p>
        )}
      </div>
    </section>
  )
}
