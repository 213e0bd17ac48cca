/** The form that connects Follow Up Boss or replaces its API key. */
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refreshWebhooks, type WebhookCalls } from './webhook-calls.ts'

interface ConnectBossProps {
  calls: WebhookCalls
  connect: NonNullable<WebhookCalls['connect']>
  isReplaced: boolean
  onClose: () => void
}

export function ConnectBoss({ calls, connect, isReplaced, onClose }: ConnectBossProps) {
  const [apiKey, setApiKey] = useState('')
  const save = useMutation<Webhook, ApiError, string>({
    mutationFn: connect,
    onSuccess: async () => {
      await refreshWebhooks(calls)
      showToast({ title: 'Connected', description: 'From now on, your new leads go to Follow Up Boss.' })
      onClose()
    },
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
        <Button type="submit" look="primary" aria-disabled={save.isPending || undefined}>
          {save.isPending ? 'Saving…' : isReplaced ? 'Save key' : 'Connect'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
