import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
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
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** A sentence that stays in place. Danger is announced immediately, the others when the reader is idle. */
export function Notice({ tone = 'info', title, children, action, className, ref }: NoticeProps) {
  const { look, icon: Icon, iconLook } = TONES[tone]
  return (
    <div
      ref={ref}
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
