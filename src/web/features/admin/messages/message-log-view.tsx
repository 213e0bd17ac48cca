import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type LoggedKind, type LoggedMessage, MESSAGE_KINDS, type MessageState } from '#contract/admin/messages.ts'
import { formatDateTime, timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { isNarrowed, type MessageFilters, useDismiss, useMessages, useResend } from './message-data.ts'

const AGAIN_WORDS = { resend: 'Resend', retry: 'Try again' } as const

/** The label of a message's button; null if it can't be sent again. */
const againWords = ({ again, state }: LoggedMessage): string | null => {
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
const messageColumns = (acts: Acts): Column<LoggedMessage>[] => [
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

const NO_FILTERS: MessageFilters = { search: '', state: null, kind: null }
const ANY_STATE = 'All states'
const STATE_NAMES: Readonly<Record<MessageState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  stopped: 'Stopped',
}
const ANY_KIND = 'All kinds'

interface MessageLogViewProps {
  filters: MessageFilters
  onFilter: (filters: MessageFilters) => void
}

/** Every email and text that the store sent or tried to send. The filters are in the URL. */
export function MessageLogView({ filters, onFilter }: MessageLogViewProps) {
  const list = useMessages(filters)
  const resend = useResend()
  const dismiss = useDismiss()
  const [asked, setAsked] = useState<LoggedMessage | null>(null)
  const { mutate: send, variables, isPending } = resend
  const { mutate: setAside } = dismiss
  const busyId = isPending ? (variables?.id ?? null) : null
  const columns = useMemo(
    () =>
      messageColumns({
        busyId,
        // The reader of a message that arrived will get it twice; no one has the others.
        onAgain: (message) => (message.state === 'sent' ? setAsked(message) : send(message)),
        onDismiss: setAside,
      }),
    [busyId, send, setAside],
  )
  return (
    <Panel
      title="Message log"
      intro="Every email and text to buyers, customers and members, newest first. See what happened to each one, and resend it."
    >
      <div className="grid gap-4">
        <MessageToolbar filters={filters} onChange={onFilter} />
        <PagedTable
          list={list}
          label="Messages"
          columns={columns}
          rowKey={({ id }) => id}
          errorTitle="The message log could not be loaded"
          footnote={`Times are in your time zone (${timeZoneWord(serverNow())}).`}
          empty={
            isNarrowed(filters) ? (
              <EmptyState
                title="No messages found"
                action={<Button onClick={() => onFilter(NO_FILTERS)}>Show all messages</Button>}
              >
                Search by a full email address or phone number, or by an order reference such as LY-7K3M9QXD. A message
                that has not been tried yet can’t be found by its recipient.
              </EmptyState>
            ) : (
              <EmptyState title="No messages yet">
                Confirmations, payment links and all other emails and texts appear here with their status.
              </EmptyState>
            )
          }
        />
      </div>
      {asked && (
        <ConfirmDialog
          title={`Resend this ${asked.kindName.toLowerCase()}?`}
          confirmLabel="Resend it"
          pendingLabel="Sending…"
          isPending={isPending}
          onConfirm={() => send(asked, { onSettled: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        >
          <p>
            It was already sent to {asked.to ?? 'its recipient'}. A new {asked.channel === 'sms' ? 'text' : 'email'} has
            today’s facts and goes to the current {asked.channel === 'sms' ? 'number' : 'address'}.
          </p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function MessageToolbar({
  filters,
  onChange,
}: {
  filters: MessageFilters
  onChange: (filters: MessageFilters) => void
}) {
  const states = Object.entries(STATE_NAMES) as [MessageState, string][]
  const kinds = Object.entries(MESSAGE_KINDS) as [LoggedKind, string][]
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-52 grow basis-72">
        <SearchField
          label="Search by address, phone number or order reference"
          placeholder="ada@example.com or LY-7K3M9QXD"
          value={filters.search}
          onSearch={(search) => onChange({ ...filters, search })}
        />
      </div>
      <SelectField
        label="State"
        options={[ANY_STATE, ...states.map(([, name]) => name)]}
        value={filters.state ? STATE_NAMES[filters.state] : ANY_STATE}
        onChange={(event) =>
          onChange({ ...filters, state: states.find(([, name]) => name === event.target.value)?.[0] ?? null })
        }
        className="min-w-32 max-sm:grow max-sm:basis-32"
      />
      <SelectField
        label="Kind"
        options={[ANY_KIND, ...kinds.map(([, name]) => name)]}
        value={filters.kind ? MESSAGE_KINDS[filters.kind] : ANY_KIND}
        onChange={(event) =>
          onChange({ ...filters, kind: kinds.find(([, name]) => name === event.target.value)?.[0] ?? null })
        }
        className="min-w-44 max-sm:grow"
      />
    </div>
  )
}
