import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { type ChosenEventType, SECRET_OVERLAP_HOURS, WEBHOOKS_MAX } from '#contract/webhooks/webhooks.ts'
import { callApi, query } from '#web/lib/call-api.ts'
import { formatCount, formatDateTime, formatPlural } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SecretNotice } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { DESK, type Event, LEAD_WARNING, own, STORE, type Webhook, type WebhookOwner } from './webhook-owners.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

const STATES: Readonly<Record<Event['state'], { words: string; tone: 'done' | 'over' | 'plain' }>> = {
  sent: { words: 'Sent', tone: 'done' },
  waiting: { words: 'Waiting', tone: 'plain' },
  failed: { words: 'Failed', tone: 'over' },
  dropped: { words: 'Not sent: no longer available', tone: 'plain' },
}

function WebhookLog({ owner, webhookId, isOn }: { owner: WebhookOwner; webhookId: Webhook['id']; isOn: boolean }) {
  const params = { webhookId }
  const list = useQuery({ ...query(owner.events, params), staleTime: 0, refetchInterval: 3_000 })
  const { data } = list
  const replay = useChange({
    send: (body: BodyInputOf<WebhookOwner['replay']>) => callApi(owner.replay, { params, body }),
    affects: [owner.events.path],
    toast: ({ events }) => ({
      title: 'Sending again',
      description: `${formatPlural(events, 'event')} will be sent again.`,
    }),
    failed: 'Error',
    isReloadAwaited: true,
  })
  if (list.error && !data) return <ListTrouble list={list} title="The log could not be loaded" />
  if (!data) return <Loading words="Loading the log" height="h-24" />
  if (data.events.length === 0) return <p className="text-sm text-muted">Nothing was sent in the last 30 days.</p>
  const handleDay = () => {
    const now = Date.now()
    replay.mutate({ from: new Date(now - DAY_MS).toISOString(), to: new Date(now).toISOString() })
  }
  return (
    <div className="grid gap-3">
      {isOn && (
        <div>
          <Button size="small" onClick={() => replay.isPending || handleDay()}>
            Send the last 24 hours again
          </Button>
        </div>
      )}
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line text-sm">
        {data.events.map((event) => (
          <li key={event.id} className="grid gap-1 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p>
                <span className="font-semibold">{event.type}</span>{' '}
                <span className="figures text-muted">{formatDateTime(event.occurredAt)}</span>
              </p>
              <StatusPill tone={STATES[event.state].tone}>{STATES[event.state].words}</StatusPill>
            </div>
            <p className="font-mono text-xs text-muted wrap-anywhere">{event.id}</p>
            {event.tries.map((one) => (
              <TryLine key={one.at} one={one} />
            ))}
            {event.nextTryAt && <p className="text-muted">Next try {formatDateTime(event.nextTryAt)}</p>}
            {isOn && event.state !== 'dropped' && event.state !== 'waiting' && (
              <div>
                <Button
                  size="small"
                  look="quiet"
                  className="-ml-3"
                  about={` ${event.id}`}
                  onClick={() => replay.isPending || replay.mutate({ eventId: event.id })}
                >
                  Send again
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function TryLine({ one }: { one: Event['tries'][number] }) {
  const result = one.status === null ? (one.problem ?? 'No answer') : `Status ${one.status}`
  return (
    <div>
      <p className="figures first-letter:uppercase">
        {result}, {formatCount(one.milliseconds)} ms, {formatDateTime(one.at)}
      </p>
      {one.answer && (
        <pre className="mt-1 max-h-24 overflow-auto rounded-md bg-sunken p-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {one.answer}
        </pre>
      )}
    </div>
  )
}

const OFF_WORDS: Readonly<Record<NonNullable<Webhook['offReason']>, string>> = {
  owner: 'Off',
  gone: 'Off: it answered 410',
  failing: 'Off: it failed for three days',
  key_refused: 'Off: the API key is wrong',
}

function WebhookPill({ webhook: { offReason, failingSince } }: { webhook: Webhook }) {
  if (offReason !== null) return <StatusPill tone="over">{OFF_WORDS[offReason]}</StatusPill>
  return failingSince ? <StatusPill tone="waiting">Failing</StatusPill> : <StatusPill tone="done">On</StatusPill>
}

interface WebhookItemProps {
  owner: WebhookOwner
  webhook: Webhook
  onNewKey: () => void
  onSecret: (secret: string) => void
}

/** Shows a webhook's state, and changes, tests, rotates and removes it. */
function WebhookItem({ owner, webhook, onNewKey, onSecret }: WebhookItemProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [question, setQuestion] = useState<'secret' | 'remove' | null>(null)
  const isOn = webhook.offReason === null
  const isBoss = webhook.kind === 'follow_up_boss'
  const name = isBoss ? 'Follow Up Boss' : webhook.url
  const params = { webhookId: webhook.id }
  const closeQuestion = () => setQuestion(null)
  const update = useChange({
    send: ({ eventTypes, isOn }: { eventTypes: readonly ChosenEventType[]; isOn: boolean }) =>
      callApi(owner.update, { params, body: { eventTypes: own(eventTypes), isOn } }),
    affects: [owner.list.path],
    failed: 'Error',
    isReloadAwaited: true,
  })
  const test = useChange({
    send: () => callApi(owner.test, { params }),
    onDone: () => setIsOpen(true),
    toast: ({ message }) => ({ title: 'Test sent', description: message }),
    failed: 'Error',
  })
  const rotate = useChange({
    send: () => callApi(owner.rotate, { params }),
    onDone: ({ secret }) => {
      onSecret(secret)
      closeQuestion()
    },
    onFailed: closeQuestion,
    failed: 'Error',
  })
  const remove = useChange({
    send: () => callApi(owner.remove, { params }),
    reloadsFirst: [owner.list.path],
    onDone: closeQuestion,
    onFailed: closeQuestion,
    failed: 'Error',
  })
  return (
    <article aria-label={name} className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className={isBoss ? 'font-semibold' : 'min-w-0 font-mono text-sm wrap-anywhere'}>{name}</p>
        <WebhookPill webhook={webhook} />
      </div>
      {webhook.failingSince && isOn && (
        <p className="text-sm text-muted">
          Failing since {formatDateTime(webhook.failingSince)}. After three days we turn it off and email {owner.mailed}
          .
        </p>
      )}
      {isBoss ? (
        <p className="text-sm text-muted">
          {webhook.offReason === 'key_refused'
            ? 'Follow Up Boss refused the API key. Your new leads wait here for 30 days and are sent once you enter another key.'
            : 'Gets each lead of yours when it is delivered.'}
        </p>
      ) : (
        <CheckGroup
          legend="Events"
          options={owner.choices}
          chosen={webhook.eventTypes}
          onChange={(eventTypes) => {
            // A webhook without events would be the same as one that is off.
            if (eventTypes.length > 0 && !update.isPending) update.mutate({ eventTypes, isOn })
          }}
        />
      )}
      {!isBoss && webhook.eventTypes.includes('lead.delivered') && (
        <p className="text-sm text-attention">{LEAD_WARNING}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {isOn && (
          <Button size="small" onClick={() => test.isPending || test.mutate()}>
            Send test
          </Button>
        )}
        <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide log' : 'Show log'}
        </Button>
        <Button
          size="small"
          onClick={() => update.isPending || update.mutate({ eventTypes: webhook.eventTypes, isOn: !isOn })}
        >
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button size="small" onClick={() => (isBoss ? onNewKey() : setQuestion('secret'))}>
          {isBoss ? 'New key' : 'New secret'}
        </Button>
        <Button size="small" look="danger" onClick={() => setQuestion('remove')}>
          {isBoss ? 'Disconnect' : 'Remove'}
        </Button>
      </div>
      {isOpen && <WebhookLog owner={owner} webhookId={webhook.id} isOn={isOn} />}
      {question === 'secret' && (
        <ConfirmDialog
          title="Make a new signing secret?"
          confirmLabel="Make new secret"
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={closeQuestion}
        >
          <p>The current secret also signs for another day, so you have time to change it in your program.</p>
        </ConfirmDialog>
      )}
      {question === 'remove' && (
        <ConfirmDialog
          title={isBoss ? 'Disconnect Follow Up Boss?' : 'Remove this webhook?'}
          confirmLabel={isBoss ? 'Disconnect' : 'Remove webhook'}
          confirmLook="danger"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={closeQuestion}
        >
          <p>
            {name} gets nothing more, and its log and its {isBoss ? 'key' : 'secret'} are deleted.
          </p>
        </ConfirmDialog>
      )}
    </article>
  )
}

interface ConnectBossProps {
  owner: WebhookOwner
  connect: NonNullable<WebhookOwner['connect']>
  isReplaced: boolean
  onClose: () => void
}

function ConnectBoss({ owner, connect, isReplaced, onClose }: ConnectBossProps) {
  const [apiKey, setApiKey] = useState('')
  const save = useChange({
    send: connect,
    reloadsFirst: [owner.list.path],
    onDone: onClose,
    toast: () => ({ title: 'Connected', description: 'From now on, your new leads go to Follow Up Boss.' }),
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(apiKey)
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      <TextField
        label="API key of Follow Up Boss"
        autoComplete="off"
        spellCheck={false}
        required
        minLength={10}
        maxLength={200}
        value={apiKey}
        onChange={(event) => setApiKey(event.target.value)}
        error={save.error?.sentence}
      />
      <p className="text-sm text-muted">
        In Follow Up Boss, open Admin, then API, and create a key. We keep it encrypted and never show it.
      </p>
      <p className="text-sm text-attention">
        Sends names, addresses and phone numbers of owners to Follow Up Boss, one lead at a time. Its action plans may
        call or text them; numbers marked “do not call” are sent in words only.
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton label={isReplaced ? 'Save key' : 'Connect'} busy="Saving…" isBusy={save.isPending} />
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

type ShownSecret = { secret: string; isReplaced: boolean }

interface WebhooksPanelProps {
  owner: WebhookOwner
  title: string
  intro: string
  /** The same, where Follow Up Boss can be connected. */
  withBoss?: { title: string; intro: string }
  /** Shown while there is none; absent where webhooks are one of many things on the page. */
  empty?: string
}

/** Lists webhooks and adds one. A secret is shown once, until it is closed or the page is left. */
function WebhooksPanel({ owner, title, intro, withBoss, empty }: WebhooksPanelProps) {
  const list = useQuery({ ...query(owner.list), staleTime: 0 })
  const { data } = list
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const [adding, setAdding] = useState<'webhook' | 'boss' | null>(null)
  if (list.error && !data) return <ListTrouble list={list} title="The webhooks could not be loaded" />
  if (!data) return empty ? <Loading words="Loading the webhooks" height="h-40" /> : null
  const { webhooks } = data
  const hasFollowUpBoss = 'hasFollowUpBoss' in data && data.hasFollowUpBoss
  const boss = webhooks.find(({ kind }) => kind === 'follow_up_boss')
  const { connect } = owner
  const isFull = webhooks.length >= WEBHOOKS_MAX
  return (
    <Panel
      {...(hasFollowUpBoss && withBoss ? withBoss : { title, intro })}
      actions={
        adding === null &&
        !isFull && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setAdding('webhook')}>
              Add webhook
            </Button>
            {connect && hasFollowUpBoss && !boss && (
              <Button size="small" onClick={() => setAdding('boss')}>
                Connect Follow Up Boss
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="grid gap-4 empty:-mt-4">
        {shown && (
          <SecretNotice
            title="Copy the signing secret now"
            label="Copy secret"
            secret={shown.secret}
            words={shown.isReplaced ? `The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.` : ''}
            onClose={() => setShown(null)}
          />
        )}
        {adding === 'boss' && connect && (
          <ConnectBoss
            owner={owner}
            connect={connect}
            isReplaced={boss !== undefined}
            onClose={() => setAdding(null)}
          />
        )}
        {adding === 'webhook' && (
          <AddWebhook
            owner={owner}
            onAdded={({ secret }) => {
              setShown({ secret, isReplaced: false })
              setAdding(null)
            }}
            onCancel={() => setAdding(null)}
          />
        )}
        {webhooks.length > 0 && <Health webhooks={webhooks} />}
        {webhooks.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {webhooks.map((webhook) => (
              <li key={webhook.id} className="py-4">
                <WebhookItem
                  owner={owner}
                  webhook={webhook}
                  onNewKey={() => setAdding('boss')}
                  onSecret={(secret) => setShown({ secret, isReplaced: true })}
                />
              </li>
            ))}
          </ul>
        )}
        {empty && webhooks.length === 0 && adding === null && <p className="text-sm text-muted">{empty}</p>}
      </div>
    </Panel>
  )
}

/** Whether anything is wrong, before the list of all. */
function Health({ webhooks }: { webhooks: readonly Webhook[] }) {
  const failing = webhooks.filter(({ failingSince, offReason }) => failingSince || (offReason && offReason !== 'owner'))
  if (failing.length === 0) return <p className="text-sm text-muted">All good: nothing failed lately.</p>
  return (
    <p className="text-sm font-semibold text-danger wrap-anywhere">
      Failing: {failing.map(({ kind, url }) => (kind === 'webhook' ? url : 'Follow Up Boss')).join(', ')}
    </p>
  )
}

type AddWebhookProps = { owner: WebhookOwner; onAdded: (added: { secret: string }) => void; onCancel: () => void }

function AddWebhook({ owner, onAdded, onCancel }: AddWebhookProps) {
  const [url, setUrl] = useState('')
  const [eventTypes, setEventTypes] = useState<ChosenEventType[]>([owner.usual])
  const add = useChange({
    send: () => callApi(owner.add, { body: { url, eventTypes: own(eventTypes) } }),
    reloadsFirst: [owner.list.path],
    onDone: onAdded,
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending && eventTypes.length > 0) add.mutate()
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      <TextField
        label="Endpoint URL"
        type="url"
        inputMode="url"
        required
        maxLength={500}
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={add.error?.sentence}
      />
      <CheckGroup legend="Events" options={owner.choices} chosen={eventTypes} onChange={setEventTypes} />
      {eventTypes.includes('lead.delivered') && <p className="text-sm text-attention">{LEAD_WARNING}</p>}
      {eventTypes.length === 0 && <p className="text-sm text-danger">Choose at least one event.</p>}
      <div className="flex flex-wrap gap-3">
        <SubmitButton label="Add webhook" busy="Adding…" isBusy={add.isPending} />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

const PROGRAM = 'We call your endpoint when something happens, signed per the Standard Webhooks specification'

/** The buyer's webhooks at the desk. Loaded after the page. */
export default function DeskWebhooks() {
  return (
    <WebhooksPanel
      owner={DESK}
      title="Webhooks"
      intro={`${PROGRAM}.`}
      withBoss={{ title: 'Webhooks and Follow Up Boss', intro: `${PROGRAM}, or send your leads to Follow Up Boss.` }}
    />
  )
}

export function StoreWebhooks() {
  return (
    <WebhooksPanel
      owner={STORE}
      title="Webhooks"
      intro="The store calls your endpoint when something happens, signed per the Standard Webhooks specification. Events have ids, amounts and times, and no data about people."
      empty="Add one to hear of paid orders, payment links and low stock."
    />
  )
}
