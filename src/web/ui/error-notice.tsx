import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ErrorNoticeProps {
  error: { sentence: string } | null | undefined
  title?: string
  action?: ReactNode
  /** Offers to try again. */
  onRetry?: (() => unknown) | undefined
  className?: string
}

/** Why something failed; nothing while all is well. */
export const ErrorNotice = ({ error, action, onRetry, ...rest }: ErrorNoticeProps) =>
  error && (
    <Notice tone="danger" action={onRetry ? <Button onClick={() => onRetry()}>Try again</Button> : action} {...rest}>
      {error.sentence}
    </Notice>
  )

interface ListTroubleProps {
  /** A list as a query returns it. */
  list: { data: unknown; error: { sentence: string } | null; refetch: () => unknown }
  /** Shown if no rows are shown. */
  title?: string
}

/** What went wrong when a list could not be loaded or reloaded, with a retry button; nothing while all is well. */
export function ListTrouble({ list: { data, error, refetch }, title = '' }: ListTroubleProps) {
  const isShown = Array.isArray(data) ? data.length > 0 : data !== undefined
  return <ErrorNotice error={error} title={isShown ? 'This list may be out of date' : title} onRetry={refetch} />
}

interface MoreButtonProps {
  /** A list that is loaded page by page. */
  list: { hasNextPage?: boolean; isFetchingNextPage?: boolean; fetchNextPage?: () => unknown }
}

/** Loads the next page of a list; nothing at its end. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <Button className="justify-self-center" isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage?.()}>
      {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
    </Button>
  )
}
