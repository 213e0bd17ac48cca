import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface ListTroubleProps {
  error: { sentence: string }
  /** Whether an older state of the list is still shown. */
  isShown: boolean
  /** Said when nothing is. */
  title: string
  onRetry: () => void
}

/** A list could not be read (again): what happened, and the way to try once more. */
export function ListTrouble({ error, isShown, title, onRetry }: ListTroubleProps) {
  return (
    <Notice
      tone="danger"
      title={isShown ? 'This list may be out of date' : title}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {error.sentence}
    </Notice>
  )
}

interface MoreButtonProps {
  /** A list that is read page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}

/** Reads the next page of a list; nothing at its end. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      className="justify-self-center"
      aria-disabled={list.isFetchingNextPage || undefined}
      onClick={() => !list.isFetchingNextPage && list.fetchNextPage()}
    >
      {list.isFetchingNextPage ? 'Loading…' : 'Show more'}
    </Button>
  )
}
