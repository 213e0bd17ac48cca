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
import { listRequestEvents, type RequestEvent, watchRequestEvents } from '#contract/links/request-events.ts'
import { callApi, readJson } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'
import { formatDollars } from '#web/lib/format.ts'
import { formatClock } from '#web/lib/format-late.ts'
import { declinedWords } from '#web/lib/payment-request-words.ts'
import { paths } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { callHref } from '#web/ui/phone-link.tsx'

/** What shows payment requests: read again when something happens to one. */
const SHOWN_AT = ['/api/sales/', '/api/invoices/', '/api/customers/']
const keyOf = ({ kind, at, requestId }: RequestEvent): string => `${kind} ${at} ${requestId}`

/** Reloads what is on screen when payment requests change. @returns the newest event since the page was opened */
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
      const call = callApi(listRequestEvents, { isRefresh: true })
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
      url: watchRequestEvents.path,
      event: 'changed',
      onEvent: (data) => readNext(readJson<{ version?: string }>(data)?.version),
      poll: () => readNext(),
    })
    return () => {
      isStopped = true
      stop()
    }
  }, [client])
  return newest
}

type Words = (who: string, total: string, detail: string | null) => string
const KINDS: Readonly<Record<RequestEvent['kind'], { icon: LucideIcon; color: string; words: Words }>> = {
  opened: { icon: Eye, color: 'text-muted', words: (who, total) => `${who} opened the link for ${total}` },
  cash_app: {
    icon: Banknote,
    color: 'text-attention',
    words: (who, total) => `${who} is paying ${total} with Cash App`,
  },
  declined: { icon: CircleX, color: 'text-danger', words: (who, _total, detail) => `${who}: ${declinedWords(detail)}` },
  new_link_asked: { icon: MailQuestion, color: 'text-attention', words: (who) => `${who} asked for a new link` },
  paid: { icon: BadgeCheck, color: 'text-accent', words: (who, total) => `${who} paid ${total}` },
  delivered: { icon: PackageCheck, color: 'text-accent', words: (who) => `${who}’s leads were delivered` },
  expired: { icon: Clock, color: 'text-attention', words: (who, total) => `${who}’s link for ${total} expired` },
}

const NOTHING_YET = { icon: Radio, color: 'text-muted', words: () => 'Live updates on payment links appear here' }
const ACTION = 'font-semibold text-accent underline underline-offset-2'

/** One line that says what just happened to the member's payment links, with what to do about it. It keeps its place. */
export function RequestNews() {
  const event = useRequestEvents()
  const { icon: Icon, color, words } = event ? KINDS[event.kind] : NOTHING_YET
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
        {words(event?.customerName ?? '', formatDollars(event?.total ?? 0), event?.detail ?? null)}
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
