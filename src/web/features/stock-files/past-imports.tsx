import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { outcomeWords, stateWord } from './import-words.ts'
import { usePastImports } from './stock-files-data.ts'

/** Who imported what, when, and what came of it; each opens again. */
export function PastImports({ onOpen }: { onOpen: (importId: string) => void }) {
  const list = usePastImports()
  const imports = list.data ?? []
  return (
    <section aria-labelledby="stock-imports" className="grid gap-2">
      <h3 id="stock-imports" className="font-semibold">
        Past imports
      </h3>
      {list.isPending && (
        <>
          <LoadingWords>Loading past imports</LoadingWords>
          <Skeleton className="h-14" />
        </>
      )}
      {list.error && (
        <ListTrouble
          error={list.error}
          isShown={imports.length > 0}
          title="Past imports could not be loaded"
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && imports.length === 0 && (
        <p className="text-sm text-muted">None yet. Each will stand here with who made it and what it changed.</p>
      )}
      {imports.length > 0 && (
        <ul className="overflow-clip rounded-md border border-line bg-surface">
          {imports.map((one) => {
            const { word, tone } = stateWord(one)
            return (
              <li key={one.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  onClick={() => onOpen(one.id)}
                  className="grid w-full gap-x-3 gap-y-0.5 px-3 py-2 text-left text-sm hover:bg-accent-quiet sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="font-semibold wrap-anywhere">{one.fileName}</span>
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
    </section>
  )
}
