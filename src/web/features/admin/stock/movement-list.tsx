import type { StockMovement } from '#contract/admin/stock-screen.ts'
import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { ListTrouble, MoreButton } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useStockMovements } from './stock-data.ts'
import { stockWord } from './stock-rules.ts'
import { movementWords } from './story-words.ts'

/** Everything that ever changed a package's stock, newest first. */
export function MovementList({ packageId }: { packageId: string }) {
  const list = useStockMovements(packageId)
  const movements = list.data ?? []
  return (
    <section aria-label="History">
      <h3 className="font-semibold">History</h3>
      <div className="mt-2 grid gap-3 text-sm">
        {list.isPending && <Loading words="Loading the history" height="h-12" count={3} />}
        <ListTrouble list={list} title="The history could not be loaded" />
        {list.data?.length === 0 && (
          <p className="text-muted">No history yet: this package was never stocked. Set its count to put it on sale.</p>
        )}
        {movements.length > 0 && (
          <ol className="grid gap-2">
            {movements.map((movement) => (
              <Movement key={movement.id} movement={movement} />
            ))}
          </ol>
        )}
        <MoreButton list={list} />
        {movements.length > 0 && (
          <p className="text-xs text-muted">Times are in your time zone ({timeZoneWord(serverNow())}).</p>
        )}
      </div>
    </section>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { at, before, after, note } = movement
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-t border-line pt-2 first:border-t-0 first:pt-0">
      <p className="min-w-0 wrap-anywhere">{movementWords(movement)}</p>
      <p className="figures whitespace-nowrap">
        <span className="text-muted">{stockWord(before)}</span> <span aria-hidden="true">→</span>
        <span className="sr-only">to</span> <strong>{stockWord(after)}</strong>
      </p>
      <p className="col-span-full text-muted wrap-anywhere">
        {formatDateTime(at)}
        {note && <>: {note}</>}
      </p>
    </li>
  )
}
