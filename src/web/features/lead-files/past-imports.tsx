import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { outcomeWords, stateWord } from './import-words.ts'
import { usePastImports } from './lead-files-data.ts'

/** Who imported what, when, and what came of it; each opens again. */
export function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  const list = usePastImports()
  const imports = list.data ?? []
  return (
    <div className="grid gap-3">
      {list.isPending && (
        <>
          <LoadingWords>Loading imports</LoadingWords>
          <Skeleton className="h-14" />
        </>
      )}
      {list.error && (
        <ListTrouble
          error={list.error}
          isShown={imports.length > 0}
          title="Imports could not be loaded"
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && imports.length === 0 && (
        <EmptyState title="No lead file yet">
          Stock is counted, as administrators set it, until the first lead file is applied.
        </EmptyState>
      )}
      {imports.length > 0 && (
        <ul aria-label="Imports of lead files" className="overflow-clip rounded-md border border-line bg-surface">
          {imports.map((one) => {
            const { word, tone } = stateWord(one)
            return (
              <li key={one.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  onClick={() => onOpen(one.id)}
                  className="grid w-full gap-x-3 gap-y-0.5 px-3 py-2 text-left text-sm hover:bg-accent-quiet sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="wrap-anywhere">
                    <span className="font-semibold">{one.fileName}</span>, {one.source}
                  </span>
                  <span className="sm:row-span-2 sm:self-center">
                    <StatusPill tone={tone}>{word}</StatusPill>
                  </span>
                  <span className="figures text-muted">
                    {outcomeWords(one)}. {formatDateTime(one.createdAt)}, {one.createdBy}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          className="justify-self-center"
          aria-disabled={list.isFetchingNextPage || undefined}
          onClick={() => !list.isFetchingNextPage && list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
      {imports.length > 0 && (
        <p className="text-xs text-muted">Times are in your zone ({timeZoneWord(serverNow())}).</p>
      )}
    </div>
  )
}
