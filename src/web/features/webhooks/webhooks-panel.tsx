import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type ChosenEventType, SECRET_OVERLAP_HOURS, WEBHOOKS_MAX, type Webhook } from '#contract/webhooks/webhooks.ts'
import { callApi, query } from '#web/lib/call-api.ts'
import { reload, useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/choice.tsx'
import { SecretNotice } from '#web/ui/copy-button.tsx'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { WebhookItem } from './webhook-item.tsx'
import { DESK, LEAD_WARNING, own, STORE, type WebhookOwner } from './webhook-owners.ts'

interface ConnectBossProps {
  owner: WebhookOwner
  connect: NonNullable<WebhookOwner['connect']>
  isReplaced: boolean
  onClose: () => void
}

function ConnectBoss({ owner, connect, isReplaced, onClose }: ConnectBossProps) {
  const [apiKey, setApiKey] = useState('')
  const save = useChange({
    send: async (apiKey: string) => {
      await connect(apiKey)
      // The list names it before the form is gone.
      await reload([owner.list.path])
    },
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
    send: async () => {
      const added = await callApi(owner.add, { body: { url, eventTypes: own(eventTypes) } })
      await reload([owner.list.path])
      return added
    },
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
