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
