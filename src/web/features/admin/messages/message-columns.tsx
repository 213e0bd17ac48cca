import { Link } from '@tanstack/react-router'
import type { LoggedMessage } from '#contract/admin/messages.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'

const AGAIN_WORDS = { resend: 'Resend', retry: 'Try again' } as const

/** The label of a message's button; null if it can't be sent again. */
export const againWords = ({ again, state }: LoggedMessage): string | null => {
  if (again === 'refused') return null
  return state === 'waiting' ? 'Try now' : AGAIN_WORDS[again]
}

/** `+1 512 555 0100`, as people read numbers aloud; foreign numbers stay as they are. */
const formatNumber = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')

/** The state of a message, with what went wrong. */
function MessageStatus({ message }: { message: LoggedMessage }) {
  const { state, textState, isOver, isDismissed, attempts, lastError, again } = message
  return (
    <>
      {state === 'sent' && <StatusPill tone="done">{textState === 'delivered' ? 'Delivered' : 'Sent'}</StatusPill>}
      {state === 'waiting' && <StatusPill tone="waiting">{attempts > 0 ? 'Will be retried' : 'Waiting'}</StatusPill>}
      {state === 'failed' && (
        <StatusPill tone={isOver || isDismissed ? 'plain' : 'over'}>
          {isOver ? 'Not needed' : isDismissed ? 'Failed, set aside' : 'Failed'}
        </StatusPill>
      )}
      {state === 'stopped' && <StatusPill tone="plain">Stopped</StatusPill>}
      {lastError && <span className="mt-0.5 block text-xs text-muted wrap-anywhere">{lastError}</span>}
      {again === 'refused' && state === 'sent' && (
        <span className="mt-0.5 block text-xs text-muted">
          Can’t be resent: its link is secret, or its news is out of date
        </span>
      )}
      {attempts > 1 && <span className="block text-xs text-muted">{attempts} tries</span>}
    </>
  )
}

function About({ message: { about, orderId, requestToken, resentFrom } }: { message: LoggedMessage }) {
  const look = 'font-semibold whitespace-nowrap text-accent hover:underline'
  return (
    <>
      {about &&
        (requestToken ? (
          <Link to={paths.invoice} params={{ token: requestToken }} className={look}>
            {about}
          </Link>
        ) : orderId ? (
          <Link
            to={paths.adminSection}
            params={{ section: 'orders' }}
            search={{ search: about.replace('Order ', '') }}
            className={look}
          >
            {about}
          </Link>
        ) : (
          <span>{about}</span>
        ))}
      {resentFrom && <span className="block text-xs text-muted">Resent by an administrator</span>}
    </>
  )
}

interface Acts {
  busyId: string | null
  onAgain: (message: LoggedMessage) => void
  onDismiss: (message: LoggedMessage) => void
}

function Actions({ message, busyId, onAgain, onDismiss }: Acts & { message: LoggedMessage }) {
  const words = againWords(message)
  const isBusy = busyId === message.id
  const name = `${message.kindName}${message.to ? ` to ${message.to}` : ''}`
  return (
    <div className="flex gap-1.5 @3xl:justify-end">
      {words && !message.isOver && (
        <Button size="small" aria-disabled={isBusy || undefined} onClick={() => !isBusy && onAgain(message)}>
          <span>
            {isBusy ? 'Sending…' : words}
            <span className="sr-only">: {name}</span>
          </span>
        </Button>
      )}
      {message.state === 'failed' && !message.isOver && !message.isDismissed && (
        <Button size="small" look="quiet" onClick={() => onDismiss(message)}>
          <span>
            Set aside<span className="sr-only">: {name}</span>
          </span>
        </Button>
      )}
    </div>
  )
}

/** The columns of the log. */
export const messageColumns = (acts: Acts): Column<LoggedMessage>[] => [
  {
    key: 'what',
    header: 'Message',
    isTitle: true,
    isUnbroken: true,
    cell: (message) => (
      <>
        <strong className="block font-semibold">{message.kindName}</strong>
        <About message={message} />
      </>
    ),
  },
  {
    key: 'to',
    header: 'To',
    cell: ({ to, channel }) => (
      <>
        {to ? channel === 'sms' ? formatNumber(to) : to : <span className="text-muted">–</span>}
        {channel === 'sms' && <span className="block text-xs text-muted">by SMS</span>}
      </>
    ),
  },
  { key: 'state', header: 'State', cell: (message) => <MessageStatus message={message} /> },
  {
    key: 'when',
    header: 'Written',
    isUnbroken: true,
    cell: ({ createdAt, sentAt, state }) => (
      <>
        {formatDateTime(createdAt)}
        {state === 'sent' && sentAt && Date.parse(sentAt) - Date.parse(createdAt) > 60_000 && (
          <span className="block text-xs text-muted">sent {formatDateTime(sentAt)}</span>
        )}
      </>
    ),
  },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: (message) => <Actions message={message} {...acts} />,
  },
]
