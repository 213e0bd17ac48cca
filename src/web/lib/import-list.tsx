import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListTrouble, MoreButton } from '#web/ui/error-notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill, type StatusTone } from '#web/ui/status-pill.tsx'
import type { ApiError } from './call-api.ts'
import { formatDateTime, timeZoneWord } from './format.ts'
import { serverNow } from './server-clock.ts'

type ShownImport = { id: string; createdAt: string; createdBy: string }

interface ImportListProps<Import extends ShownImport> {
  list: Pick<
    UseInfiniteQueryResult<Import[], ApiError>,
    'data' | 'error' | 'isPending' | 'isSuccess' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  >
  /** The list's name for screen readers, if it has no heading. */
  label?: string
  /** `imports`, in sentences. */
  things: string
  titleOf: (one: Import) => ReactNode
  stateOf: (one: Import) => { word: string; tone: StatusTone }
  outcomeOf: (one: Import) => string
  empty: ReactNode
  onOpen: (importId: string) => void
}

/** Who imported what and when, with the result; each can be reopened. */
export function ImportList<Import extends ShownImport>(props: ImportListProps<Import>) {
  const { list, label, things, titleOf, stateOf, outcomeOf, empty, onOpen } = props
  const imports = list.data ?? []
  return (
    <>
      {list.isPending && <Loading words={`Loading ${things}`} height="h-14" />}
      <ListTrouble list={list} title={`${things.charAt(0).toUpperCase()}${things.slice(1)} could not be loaded`} />
      {list.isSuccess && imports.length === 0 && empty}
      {imports.length > 0 && (
        <ul aria-label={label} className="overflow-clip rounded-md border border-line bg-surface">
          {imports.map((one) => {
            const { word, tone } = stateOf(one)
            return (
              <li key={one.id} className="border-line not-first:border-t">
                <button
                  type="button"
                  onClick={() => onOpen(one.id)}
                  className="grid w-full gap-x-3 gap-y-0.5 px-3 py-2 text-left text-sm hover:bg-accent-quiet sm:grid-cols-[minmax(0,1fr)_auto]"
                >
                  <span className="wrap-anywhere">{titleOf(one)}</span>
                  <span className="sm:row-span-2 sm:self-center">
                    <StatusPill tone={tone}>{word}</StatusPill>
                  </span>
                  <span className="figures text-muted">
                    {outcomeOf(one)}. {formatDateTime(one.createdAt)}, {one.createdBy}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <MoreButton list={list} />
      {imports.length > 0 && (
        <p className="text-xs text-muted">Times are in your time zone ({timeZoneWord(serverNow())}).</p>
      )}
    </>
  )
}
