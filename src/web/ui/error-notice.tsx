import type { ReactNode } from 'react'
import { Notice } from './notice.tsx'

type ErrorNoticeProps = { error: { sentence: string } | null; title?: string; action?: ReactNode; className?: string }

/** Why a call failed; nothing while all is well. */
export const ErrorNotice = ({ error, ...rest }: ErrorNoticeProps) =>
  error && (
    <Notice tone="danger" {...rest}>
      {error.sentence}
    </Notice>
  )
