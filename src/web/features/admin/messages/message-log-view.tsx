import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/admin/messages.ts'
import { SectionLink } from '#web/features/admin/section-link.tsx'
import { callApi } from '#web/lib/call-api.ts'
import { FilterSelect } from '#web/lib/filter-fields.tsx'
import { useChange } from '#web/lib/use-change.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote, When } from '#web/lib/when.tsx'
import { paths, type TeamSearch } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TwoLines } from '#web/ui/cell-values.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { actsColumn, type Column } from '#web/ui/data-table.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, Panel, StatusPill } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type MessageFilters, TOUCHED_PATHS, useResend } from './message-data.ts'

/** Reads filters from a URL; unknown values are ignored. */
const filtersOf = (words: TeamSearch): MessageFilters => ({
  search: (words.search ?? '').slice(0, 254),
  state: contract.MESSAGE_STATES.find((one) => one === words.status) ?? '',
  kind: Object.keys(contract.MESSAGE_KINDS).find((one): one is contract.LoggedKind => one === words.kind) ?? '',
})

/** The label of a message's button; null if it can't be sent again. */
const againWords = ({ again, state }: contract.LoggedMessage): string | null => {
  if (again === 'refused') return null
  if (state === 'waiting') return 'Try now'
  return again === 'retry' ? 'Try again' : 'Resend'
}

/** `+1 512 555 0100`, as people read numbers aloud; foreign numbers stay as they are. */
const formatNumber = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3')

function MessageStatus({ message }: { message: contract.LoggedMessage }) {
  const { state, textState, isOver, isDismissed, attempts, lastError } = message
  const tries = [lastError, attempts > 1 && `${attempts} tries`].filter(Boolean).join(' · ')
  return (
    <>
      {state === 'sent' && <StatusPill tone="done">{textState === 'delivered' ? 'Delivered' : 'Sent'}</StatusPill>}
      {state === 'waiting' && <StatusPill tone="waiting">{attempts > 0 ? 'Will be retried' : 'Waiting'}</StatusPill>}
      {state === 'failed' && (
        <span title={lastError ?? ''}>
          <StatusPill tone={isOver || isDismissed ? 'plain' : 'over'}>
            {isOver ? 'Not needed' : isDismissed ? 'Failed, set aside' : 'Failed'}
          </StatusPill>
        </span>
      )}
      {state === 'stopped' && <StatusPill tone="plain">Stopped</StatusPill>}
      {tries && !isOver && (
        <span className="block text-xs text-muted wrap-anywhere @5xl:ml-2 @5xl:inline">{tries}</span>
      )}
    </>
  )
}

function About({ message: { about, orderId, requestToken } }: { message: contract.LoggedMessage }) {
  const className = 'font-semibold whitespace-nowrap text-accent hover:underline'
  if (about && requestToken)
    return (
      <Link to={paths.invoice} params={{ token: requestToken }} className={className}>
        {about}
      </Link>
    )
  if (about && orderId)
    return (
      <SectionLink section="orders" search={{ search: about.replace('Order ', '') }} className={className}>
        {about}
      </SectionLink>
    )
  return about && <span>{about}</span>
}

interface Acts {
  busyId: string | undefined
  onAgain: (message: contract.LoggedMessage) => void
  onDismiss: (message: contract.LoggedMessage) => void
}

function Actions({ message, busyId, onAgain, onDismiss }: Acts & { message: contract.LoggedMessage }) {
  const words = againWords(message)
  const isBusy = busyId === message.id
  const name = `: ${message.kindName}${message.to ? ` to ${message.to}` : ''}`
  return (
    !message.isOver && (
      <>
        {words && (
          <Button size="row" about={name} isBusy={isBusy} onClick={() => onAgain(message)}>
            {isBusy ? 'Sending…' : words}
          </Button>
        )}
        {message.state === 'failed' && !message.isDismissed && (
          <Button size="row" look="quiet" about={name} onClick={() => onDismiss(message)}>
            Set aside
          </Button>
        )}
      </>
    )
  )
}

const messageColumns = (acts: Acts): Column<contract.LoggedMessage>[] => [
  {
    header: 'Message',
    isTitle: true,
    isUnbroken: true,
    cell: (message) => (
      <>
        <strong className="block font-semibold @5xl:mr-2 @5xl:inline">{message.kindName}</strong>
        <TwoLines isSmall top={<About message={message} />} below={message.resentFrom && 'resent'} />
      </>
    ),
  },
  {
    header: 'To',
    isUnbroken: true,
    cell: ({ to, channel }) => (
      <TwoLines
        isSmall
        top={to ? channel === 'sms' ? formatNumber(to) : to : <span className="text-muted">–</span>}
        below={channel === 'sms' && 'by text'}
      />
    ),
  },
  { header: 'Status', cell: (message) => <MessageStatus message={message} /> },
  {
    header: 'Written',
    isUnbroken: true,
    cell: ({ createdAt, sentAt, state }) => {
      const isLate = state === 'sent' && sentAt && Date.parse(sentAt) - Date.parse(createdAt) > 60_000
      return (
        <TwoLines
          isSmall
          top={<When at={createdAt} />}
          below={
            isLate && (
              <>
                sent <When at={sentAt} />
              </>
            )
          }
        />
      )
    },
  },
  actsColumn((message) => <Actions message={message} {...acts} />),
]

const NO_FILTERS: MessageFilters = { search: '', state: '', kind: '' }
const STATE_NAMES: Readonly<Record<contract.MessageState, string>> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  stopped: 'Stopped',
}

/** Every email and text that the store sent or tried to send. The filters are in the URL. */
export default function MessageLogView() {
  const { search: words, change } = useTeamSearch()
  const filters = filtersOf(words)
  const onFilter = ({ search, state, kind }: MessageFilters) =>
    change({ search, status: state, kind }, search !== (words.search ?? ''))
  const search = filters.search.trim()
  const { state, kind } = filters
  const list = usePages(
    contract.listMessages,
    { search: search || undefined, state: state || undefined, kind: kind || undefined },
    // A waiting message goes out within seconds.
    { againMs: 5_000, isWatched: (rows) => rows.some((row) => row.state === 'waiting') },
  )
  const { mutate: send, variables, isPending } = useResend()
  const dismiss = useChange({
    affects: TOUCHED_PATHS,
    send: ({ id }: contract.LoggedMessage) => callApi(contract.dismissMessage, { params: { messageId: id } }),
    toast: () => ({ title: 'Set aside', description: 'It stays in the log but needs no more attention.' }),
    failed: 'Not set aside',
  })
  const [asked, setAsked] = useState<contract.LoggedMessage | null>(null)
  const columns = messageColumns({
    busyId: isPending ? variables?.id : undefined,
    // The reader of a message that arrived will get it twice; no one has the others.
    onAgain: (message) => (message.state === 'sent' ? setAsked(message) : send(message)),
    onDismiss: dismiss.mutate,
  })
  return (
    <Panel intro="Every email and text to buyers, customers and members, newest first. See what happened to each one, and resend it.">
      <div className="grid gap-4">
        <MessageToolbar filters={filters} onFilter={onFilter} />
        <PagedTable
          list={list}
          label="Messages"
          columns={columns}
          rowKey={({ id }) => id}
          errorTitle="The messages could not be loaded"
          footnote={timesNote()}
          empty={
            search || state || kind ? (
              <EmptyState
                title={search ? 'No messages found' : 'No such messages'}
                action={<Button onClick={() => onFilter(NO_FILTERS)}>Show all messages</Button>}
              >
                {search &&
                  'Search by a full email address or phone number, or by an order reference such as LY-7K3M9QXD. A message that has not been tried yet can’t be found by its recipient.'}
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

type ToolbarProps = { filters: MessageFilters; onFilter: (filters: MessageFilters) => void }

const MessageToolbar = (props: ToolbarProps) => (
  <div className="flex flex-wrap items-end gap-3">
    <div className="min-w-52 grow basis-72">
      <SearchField
        label="Search by address, phone number or order reference"
        placeholder="ada@example.com or LY-7K3M9QXD"
        value={props.filters.search}
        onSearch={(search) => props.onFilter({ ...props.filters, search })}
      />
    </div>
    <FilterSelect {...props} name="state" label="Status" placeholder="All statuses" names={STATE_NAMES} />
    <FilterSelect {...props} name="kind" label="Kind" placeholder="All kinds" names={contract.MESSAGE_KINDS} />
  </div>
)
