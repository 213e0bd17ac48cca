import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

export type NoticeTone = 'info' | 'good' | 'attention' | 'danger'

const TONES = {
  info: { look: 'border-line bg-surface', icon: Info, iconLook: 'text-muted' },
  good: { look: 'border-accent/40 bg-accent-quiet', icon: CircleCheck, iconLook: 'text-accent' },
  attention: { look: 'border-attention/40 bg-attention-quiet', icon: Clock, iconLook: 'text-attention' },
  danger: { look: 'border-danger/40 bg-danger-quiet', icon: CircleAlert, iconLook: 'text-danger' },
} as const

interface NoticeProps {
  tone?: NoticeTone
  title?: string | undefined
  children?: ReactNode
  /** What to do about it. */
  action?: ReactNode
  className?: string | undefined
}

/** A sentence that stays in place. Danger is announced immediately, the others when the reader is idle. */
export function Notice({ tone = 'info', title, children, action, className }: NoticeProps) {
  const { look, icon: Icon, iconLook } = TONES[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes('flex gap-3 rounded-md border p-4 text-sm', look, className)}
    >
      <Icon size={18} aria-hidden="true" className={classes('mt-0.5 shrink-0', iconLook)} />
      <div className="min-w-0 grow">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-ink">{children}</div>}
        {action && <div className="mt-3 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}

interface ErrorNoticeProps {
  error: { sentence: string } | null | undefined
  title?: string
  onRetry?: (() => unknown) | undefined
  className?: string
}

/** Why something failed, with a button to try again if that may help; nothing while all is well. */
export function ErrorNotice({ error, title, onRetry, className }: ErrorNoticeProps) {
  if (!error) return null
  const retry = onRetry && <Button onClick={() => onRetry()}>Try again</Button>
  return (
    <Notice tone="danger" title={title} className={className} action={retry}>
      {error.sentence}
    </Notice>
  )
}
