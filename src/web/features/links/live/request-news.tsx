import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as icons from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { listRequestEvents, type RequestEvent, watchRequestEvents } from '#contract/links/request-events.ts'
import { callApi, readJson } from '#web/lib/call-api.ts'
import { followStream } from '#web/lib/follow-stream.ts'
import { formatDollars } from '#web/lib/format.ts'
import { formatRecent } from '#web/lib/format-late.ts'
import { EVENTS_KEY } from '#web/lib/member-data.ts'
import { declinedWords } from '#web/lib/payment-request-words.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { paths, type TeamSearch } from '#web/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { callHref } from '#web/ui/phone-link.tsx'
import { writeStored } from '#web/ui/storage.ts'
import { type Heard, hear, keyOf, markRead, readHeard } from './recent-events.ts'

/** What shows payment requests: read again when something happens to one. */
const SHOWN_AT = ['/api/sales/', '/api/invoices/', '/api/customers/']
/** Reloads what is on screen when payment requests change. @returns what the member heard, and a function to keep it */
function useHeard(memberId: string) {
  const client = useQueryClient()
  const [heard, setHeard] = useState(() => readHeard(memberId))
  const keep = useCallback((next: Heard) => {
    writeStored('session', EVENTS_KEY, next)
    setHeard(next)
  }, [])
  useEffect(() => {
    let isStopped = false
    let version: string | undefined
    /** One read at a time, so an older reply never comes after a newer one. */
    let reading = Promise.resolve()
    const read = async (announced?: string) => {
      if (isStopped || (version !== undefined && announced === version)) return
      const call = callApi(listRequestEvents, { isRefresh: true })
      // The next change, or the next poll, reads again.
      const reply = await call.catch(() => null)
      if (!reply || isStopped) return
      version = reply.version
      const before = readHeard(memberId)
      const after = hear(before, memberId, reply.events)
      if (after === before) return
      keep(after)
      if (!before) return
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
  }, [client, memberId, keep])
  return { heard, keep }
}

type Words = (who: string, total: string, detail: string | null) => string
const KINDS: Readonly<Record<RequestEvent['kind'], { icon: icons.LucideIcon; color: string; words: Words }>> = {
  opened: { icon: icons.Eye, color: 'text-muted', words: (who, total) => `${who} opened the link for ${total}` },
  cash_app: {
    icon: icons.Banknote,
    color: 'text-attention',
    words: (who, total) => `${who} is paying ${total} with Cash App`,
  },
  declined: {
    icon: icons.CircleX,
    color: 'text-danger',
    words: (who, _total, detail) => `${who}: ${declinedWords(detail)}`,
  },
  new_link_asked: { icon: icons.MailQuestion, color: 'text-attention', words: (who) => `${who} asked for a new link` },
  paid: { icon: icons.BadgeCheck, color: 'text-accent', words: (who, total) => `${who} paid ${total}` },
  delivered: { icon: icons.PackageCheck, color: 'text-accent', words: (who) => `${who}’s leads were delivered` },
  expired: { icon: icons.Clock, color: 'text-attention', words: (who, total) => `${who}’s link for ${total} expired` },
}

const wordsOf = ({ kind, customerName, total, detail }: RequestEvent) =>
  KINDS[kind].words(customerName, formatDollars(total), detail)
/** Opens a request over the tab of the dashboard that is on screen. */
const openIn = (open: string) => ({
  to: paths.sales,
  search: (now: TeamSearch): TeamSearch => ({ ...now, open }),
  resetScroll: false,
})
/** As high as a finger, in a line that keeps its height. */
const ACTION =
  'inline-grid min-h-11 min-w-11 -my-1.5 place-items-center font-semibold text-accent underline underline-offset-2 compact:min-h-0 compact:min-w-0'

/** One line that says what just happened to the member's payment links, with what to do about it; there once it did. */
export function RequestNews({ memberId, className }: { memberId: string; className: string }) {
  const { heard, keep } = useHeard(memberId)
  /** Marked as new while the list is open. */
  const [fresh, setFresh] = useState<readonly string[]>([])
  const event = heard?.events[0]
  const callable = event?.kind === 'declined' ? event.customerPhone : null
  const { icon: Icon, color } = event ? KINDS[event.kind] : {}
  return (
    <div
      className={
        event
          ? `request-news relative flex min-h-8 min-w-0 items-center gap-2 text-sm max-sm:min-h-10 ${className}`
          : 'sr-only'
      }
    >
      {Icon && <Icon size={16} aria-hidden="true" className={classes('shrink-0', color)} />}
      {/* On a phone, as much as its place holds: the list has the rest. */}
      <p role="status" className="line-clamp-2 min-w-0 font-semibold wrap-anywhere sm:line-clamp-1">
        {event && wordsOf(event)}
      </p>
      {event && (
        <>
          {/* On a phone, the time is hidden to leave room for the text. */}
          <span className="figures shrink-0 text-xs text-muted max-sm:sr-only">
            {formatRecent(event.at, serverNow())}
          </span>
          {callable && (
            <a href={callHref(callable)} className={ACTION}>
              Call
            </a>
          )}
          <Link
            {...openIn(event.token)}
            // On a phone, calling is what to do; the list opens the request.
            className={classes(ACTION, callable && 'max-sm:hidden')}
            onClick={() => keep(markRead(heard, event.requestId))}
          >
            Open
          </Link>
          {/* Whoever unfolds or folds the list has read it. */}
          <div
            className="contents"
            onClickCapture={() => {
              setFresh(heard.unread)
              keep(markRead(heard))
            }}
          >
            <Disclosure
              label="Last events"
              face={
                <>
                  <span className="sr-only">Last events, {heard.unread.length} new</span>
                  <span
                    aria-hidden="true"
                    className="figures grid h-5 min-w-5 place-items-center rounded-full bg-accent text-xs text-on-accent empty:hidden"
                  >
                    {heard.unread.length || null}
                  </span>
                  <icons.ChevronDown size={16} aria-hidden="true" />
                </>
              }
              // Higher than its line, which keeps its place.
              className="-my-1.5"
              panelLook="inset-x-0 z-30 rounded-md border sm:right-auto sm:w-112"
            >
              <ul aria-label="Last events" className="divide-y divide-line">
                {heard.events.map((one) => (
                  <li key={keyOf(one)}>
                    <Link
                      {...openIn(one.token)}
                      className="flex min-h-11 items-center gap-3 px-3 py-2 hover:bg-accent-quiet"
                    >
                      <span className="min-w-0 grow wrap-anywhere">{wordsOf(one)}</span>
                      {fresh.includes(keyOf(one)) && <strong className="text-xs text-accent">New</strong>}
                      <span className="figures shrink-0 text-xs text-muted">{formatRecent(one.at, serverNow())}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </div>
        </>
      )}
    </div>
  )
}
