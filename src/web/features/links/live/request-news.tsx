import { Link } from '@tanstack/react-router'
import {
  BadgeCheck,
  Banknote,
  CircleX,
  Clock,
  Eye,
  type LucideIcon,
  MailQuestion,
  PackageCheck,
  Radio,
} from 'lucide-react'
import type { RequestEvent } from '#contract/links/request-events.ts'
import { formatClock } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { callHref } from '#web/ui/phone-link.tsx'
import { eventWords } from './event-words.ts'
import { useRequestEvents } from './use-request-events.ts'

const LOOKS: Readonly<Record<RequestEvent['kind'], { icon: LucideIcon; color: string }>> = {
  opened: { icon: Eye, color: 'text-muted' },
  cash_app: { icon: Banknote, color: 'text-attention' },
  declined: { icon: CircleX, color: 'text-danger' },
  new_link_asked: { icon: MailQuestion, color: 'text-attention' },
  paid: { icon: BadgeCheck, color: 'text-accent' },
  delivered: { icon: PackageCheck, color: 'text-accent' },
  expired: { icon: Clock, color: 'text-attention' },
}

const ACTION = 'font-semibold text-accent underline underline-offset-2'

/** One line that says what just happened to the member's payment links, with what to do about it. It keeps its place. */
export function RequestNews() {
  const event = useRequestEvents()
  const { icon: Icon, color } = event ? LOOKS[event.kind] : { icon: Radio, color: 'text-muted' }
  return (
    <div className="flex min-h-8 items-center gap-2 text-sm max-sm:min-h-10">
      <Icon size={16} aria-hidden="true" className={classes('shrink-0', color)} />
      <p
        role="status"
        className={classes(
          'line-clamp-3 min-w-0 wrap-anywhere sm:line-clamp-1',
          event ? 'font-semibold' : 'text-muted',
        )}
      >
        {event ? eventWords(event) : 'Live updates on payment links appear here'}
      </p>
      {event && (
        <>
          {/* On a phone, the time is hidden to leave room for the text. */}
          <span className="figures shrink-0 text-xs text-muted max-sm:sr-only">
            {formatClock(Date.parse(event.at))}
          </span>
          {event.kind === 'declined' && event.customerPhone && (
            <a href={callHref(event.customerPhone)} className={ACTION}>
              Call
            </a>
          )}
          <Link to={paths.invoice} params={{ token: event.token }} className={ACTION}>
            Open
          </Link>
        </>
      )}
    </div>
  )
}
