/** One webhook in the list of the desk. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  removeWebhook,
  rotateWebhookSecret,
  sendWebhookTest,
  updateWebhook,
  Webhook,
  WebhookEventType,
} from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { EVENT_CHOICES, LEAD_WARNING, refreshWebhooks, showProblem } from './webhook-data.ts'
import { WebhookLog } from './webhook-log.tsx'

const OFF_WORDS: Readonly<Record<NonNullable<Webhook['offReason']>, string>> = {
  owner: 'Off',
  gone: 'Off: it answered 410',
  failing: 'Off: it failed for three days',
}

function WebhookPill({ webhook: { offReason, failingSince } }: { webhook: Webhook }) {
  if (offReason !== null) return <StatusPill tone="over">{OFF_WORDS[offReason]}</StatusPill>
  return failingSince ? <StatusPill tone="waiting">Failing</StatusPill> : <StatusPill tone="done">On</StatusPill>
}

type Question = 'secret' | 'remove'

/** Shows a webhook's state, and changes, tests, rotates and removes it. @param onSecret shows a new secret once */
export function WebhookItem({ webhook, onSecret }: { webhook: Webhook; onSecret: (secret: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const params = { webhookId: webhook.id }
  const isOn = webhook.offReason === null
  const update = useMutation<unknown, ApiError, { eventTypes: WebhookEventType[]; isOn: boolean }>({
    mutationFn: (body) => callApi<typeof updateWebhook>('PATCH', '/api/desk/webhooks/:webhookId', { params, body }),
    onSuccess: refreshWebhooks,
    onError: showProblem,
  })
  const test = useMutation<{ message: string }, ApiError>({
    mutationFn: () => callApi<typeof sendWebhookTest>('POST', '/api/desk/webhooks/:webhookId/test', { params }),
    onSuccess: ({ message }) => {
      showToast({ title: 'Test sent', description: message })
      setIsOpen(true)
    },
    onError: showProblem,
  })
  const rotate = useMutation<{ secret: string }, ApiError>({
    mutationFn: () => callApi<typeof rotateWebhookSecret>('POST', '/api/desk/webhooks/:webhookId/secret', { params }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: showProblem,
    onSettled: () => setQuestion(null),
  })
  const remove = useMutation<unknown, ApiError>({
    mutationFn: () => callApi<typeof removeWebhook>('DELETE', '/api/desk/webhooks/:webhookId', { params }),
    onSuccess: refreshWebhooks,
    onError: showProblem,
    onSettled: () => setQuestion(null),
  })
  return (
    <article aria-label={webhook.url} className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-mono text-sm wrap-anywhere">{webhook.url}</p>
        <WebhookPill webhook={webhook} />
      </div>
      {webhook.failingSince && isOn && (
        <p className="text-sm text-muted">
          Failing since {formatDateTime(webhook.failingSince)}. After three days we turn it off and email you.
        </p>
      )}
      <CheckGroup
        legend="Events"
        options={EVENT_CHOICES}
        chosen={webhook.eventTypes}
        onChange={(eventTypes) => {
          // A webhook without events would be one that is off.
          if (eventTypes.length > 0 && !update.isPending) update.mutate({ eventTypes, isOn })
        }}
      />
      {webhook.eventTypes.includes('lead.delivered') && <p className="text-sm text-attention">{LEAD_WARNING}</p>}
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
        <Button size="small" onClick={() => setQuestion('secret')}>
          New secret
        </Button>
        <Button size="small" look="danger" onClick={() => setQuestion('remove')}>
          Remove
        </Button>
      </div>
      {isOpen && <WebhookLog webhookId={webhook.id} isOn={isOn} />}
      {question === 'secret' && (
        <ConfirmDialog
          title="Make a new signing secret?"
          confirmLabel="Make new secret"
          isPending={rotate.isPending}
          onConfirm={() => rotate.mutate()}
          onClose={() => setQuestion(null)}
        >
          <p>The current secret also signs for another day, so you have time to change it in your program.</p>
        </ConfirmDialog>
      )}
      {question === 'remove' && (
        <ConfirmDialog
          title="Remove this webhook?"
          confirmLabel="Remove webhook"
          confirmLook="danger"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setQuestion(null)}
        >
          <p>{webhook.url} gets nothing more, and its log is deleted.</p>
        </ConfirmDialog>
      )}
    </article>
  )
}
