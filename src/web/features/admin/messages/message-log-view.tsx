import { useMemo, useState } from 'react'
import { type LoggedKind, type LoggedMessage, MESSAGE_KINDS, type MessageState } from '#contract/admin/messages.ts'
import { timeZoneWord } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { PagedTable } from '#web/ui/paged-table.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { messageColumns } from './message-columns.tsx'
import { isNarrowed, type MessageFilters, useDismiss, useMessages, useResend } from './message-data.ts'

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
