/** The buyer's webhooks at the desk. Loaded after the page. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import {
  type addWebhook,
  SECRET_OVERLAP_HOURS,
  WEBHOOKS_MAX,
  type WebhookEventType,
} from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { EVENT_CHOICES, LEAD_WARNING, refreshWebhooks, webhooksQuery } from './webhook-data.ts'
import { WebhookItem } from './webhook-item.tsx'

interface ShownSecret {
  url: string
  secret: string
  isReplaced: boolean
}

/** Lists the webhooks and adds one. A secret is shown once, until the page is left or it is closed. */
export default function DeskWebhooks() {
  const { data } = useQuery({ ...webhooksQuery, staleTime: 0 })
  const [shown, setShown] = useState<ShownSecret | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  if (!data) return null
  const { webhooks } = data
  return (
    <Panel
      title="Webhooks"
      intro="We call your own program when something happens, signed by the Standard Webhooks specification."
      actions={
        !isAdding &&
        webhooks.length < WEBHOOKS_MAX && (
          <Button size="small" onClick={() => setIsAdding(true)}>
            Add webhook
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {shown && <SecretNotice shown={shown} onClose={() => setShown(null)} />}
        {isAdding && (
          <AddWebhook
            onAdded={({ webhook, secret }) => {
              setShown({ url: webhook.url, secret, isReplaced: false })
              setIsAdding(false)
            }}
            onCancel={() => setIsAdding(false)}
          />
        )}
        {webhooks.length > 0 && (
          <ul className="divide-y divide-line border-y border-line">
            {webhooks.map((webhook) => (
              <li key={webhook.id} className="py-4">
                <WebhookItem
                  webhook={webhook}
                  onSecret={(secret) => setShown({ url: webhook.url, secret, isReplaced: true })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function SecretNotice({ shown, onClose }: { shown: ShownSecret; onClose: () => void }) {
  return (
    <Notice tone="attention" title="Copy the signing secret now" action={<Button onClick={onClose}>I have it</Button>}>
      <p>
        We show it only once. {shown.isReplaced && `The previous one also signs for ${SECRET_OVERLAP_HOURS} hours.`}
      </p>
      <p className="mt-2 font-mono text-sm wrap-anywhere">{shown.secret}</p>
      <div className="mt-2">
        <CopyButton text={shown.secret} label="Copy secret" size="small" />
      </div>
    </Notice>
  )
}

type Added = ReplyOutputOf<typeof addWebhook>

function AddWebhook({ onAdded, onCancel }: { onAdded: (added: Added) => void; onCancel: () => void }) {
  const [url, setUrl] = useState('')
  const [eventTypes, setEventTypes] = useState<WebhookEventType[]>(['delivery.ready'])
  const add = useMutation<Added, ApiError, BodyInputOf<typeof addWebhook>>({
    mutationFn: (body) => callApi<typeof addWebhook>('POST', '/api/desk/webhooks', { body }),
    onSuccess: async (added) => {
      await refreshWebhooks()
      onAdded(added)
    },
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!add.isPending && eventTypes.length > 0) add.mutate({ url, eventTypes })
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      <TextField
        label="Address to call"
        type="url"
        inputMode="url"
        required
        maxLength={500}
        placeholder="https://"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        error={add.error?.sentence}
      />
      <CheckGroup legend="Events" options={EVENT_CHOICES} chosen={eventTypes} onChange={setEventTypes} />
      {eventTypes.includes('lead.delivered') && <p className="text-sm text-attention">{LEAD_WARNING}</p>}
      {eventTypes.length === 0 && <p className="text-sm text-danger">Choose at least one event.</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" aria-disabled={add.isPending || undefined}>
          {add.isPending ? 'Adding…' : 'Add webhook'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
