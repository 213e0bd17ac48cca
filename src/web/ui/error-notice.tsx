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
