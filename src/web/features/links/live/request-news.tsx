import { useQueryClient } from '@tanstack/react-query'
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
import { useEffect, useState } from 'react'
import type { listRequestEvents, RequestEvent } from '#contract/links/request-events.ts'
import { callApi } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'
import { formatClock, formatDollars } from '#web/lib/format.ts'
import { declinedWords } from '#web/lib/payment-request-words.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { callHref } from '#web/ui/phone-link.tsx'

/** What shows payment requests: read again when something happens to one. */
const SHOWN_AT = ['/api/sales/', '/api/invoices/', '/api/customers/']

const keyOf = ({ kind, at, requestId }: RequestEvent): string => `${kind} ${at} ${requestId}`

/**
 * Follows what happens to the member's payment requests and reloads what is on screen.
 *
 * @returns the newest event since the page was opened
 */
function useRequestEvents(): RequestEvent | undefined {
  const client = useQueryClient()
  const [newest, setNewest] = useState<RequestEvent>()
  useEffect(() => {
    let isStopped = false
    let known: { version: string; keys: ReadonlySet<string> } | undefined
    /** One read at a time, so an older reply never comes after a newer one. */
    let reading = Promise.resolve()
    const read = async (announced?: string) => {
      if (isStopped || (known && announced === known.version)) return
      const call = callApi<typeof listRequestEvents>('GET', '/api/sales/events', { isRefresh: true })
      // The next change, or the next poll, reads again.
      const reply = await call.catch(() => null)
      if (!reply || isStopped) return
      const before = known?.keys
      known = { version: reply.version, keys: new Set(reply.events.map(keyOf)) }
      const news = before && reply.events.filter((event) => !before.has(keyOf(event)))
      if (!news?.[0]) return
      setNewest(news[0])
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => SHOWN_AT.some((start) => String(path).startsWith(start)),
      })
    }
    const readNext = (announced?: string) => {
      reading = reading.then(() => read(announced))
    }
    // Loaded with the page's other data, so that the stream's first message has nothing to add.
    readNext()
    const stop = followStream({
      url: '/api/sales/live',
      event: 'changed',
      onEvent: (data) => readNext(versionIn(data)),
      poll: () => readNext(),
    })
    return () => {
      isStopped = true
      stop()
    }
  }, [client])
  return newest
}

/** What the stream announces; undefined for an incomplete message. */
function versionIn(data: string): string | undefined {
  try {
    return JSON.parse(data).version
  } catch {
    return undefined
  }
}

/** `Ada Oak paid $638.00`: what happened, in one line. */
function eventWords({ kind, customerName, total, detail }: RequestEvent): string {
  switch (kind) {
    case 'opened':
      return `${customerName} opened the link for ${formatDollars(total)}`
    case 'cash_app':
      return `${customerName} is paying ${formatDollars(total)} with Cash App`
    case 'declined':
      return `${customerName}: ${declinedWords(detail)}`
    case 'new_link_asked':
      return `${customerName} asked for a new link`
    case 'paid':
      return `${customerName} paid ${formatDollars(total)}`
    case 'delivered':
      return `${customerName}’s leads were delivered`
    case 'expired':
      return `${customerName}’s link for ${formatDollars(total)} expired`
  }
}

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
