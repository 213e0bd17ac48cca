import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listPasskeys, type Passkey, removePasskey } from '#contract/members/passkeys.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { EndableRow, ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useAddPasskey } from '../use-other-sign-ins.ts'
import { StepButtons } from './form-parts.tsx'
import { passkeysQuery, showUser } from './profile-data.ts'

export function PasskeysCard() {
  const passkeys = useQuery({ ...passkeysQuery, staleTime: 0 })
  const [isAdding, setIsAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  return (
    <Panel
      title="Passkeys"
      intro="Log in with your fingerprint, face or screen lock. A passkey is all you need, and works only here."
    >
      {passkeys.isPending && <Loading words="Loading passkeys" height="h-16" />}
      {!passkeys.data && <ListTrouble list={passkeys} />}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="mb-4 max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
          {passkeys.data.map((passkey) => (
            <EndableRow
              key={passkey.id}
              end="Remove"
              label={`Remove the passkey ${passkey.name}, added ${formatDate(passkey.createdAt)}`}
              onEnd={() => setLeaving(passkey)}
            >
              <p className="font-semibold wrap-anywhere">{passkey.name}</p>
              <p className="figures text-xs text-muted">{historyOf(passkey)}</p>
            </EndableRow>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewPasskey onClose={() => setIsAdding(false)} />
      ) : (
        <Button onClick={() => setIsAdding(true)}>Add a passkey</Button>
      )}
      {leaving && <RemovePasskey passkey={leaving} onClose={() => setLeaving(null)} />}
    </Panel>
  )
}

function historyOf({ createdAt, lastUsedAt, isSynced }: Passkey): string {
  const used = lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'not used yet'
  return `Added ${formatDate(createdAt)}, ${used}${isSynced ? ', synced' : ''}`
}

const RULES = { name: (text: string) => (text.trim() === '' ? 'Give the passkey a name.' : undefined) }

function NewPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const add = useAddPasskey()
  const form = useForm({ start: { name: '' }, rules: RULES, send: add })
  const handleSubmit = form.submit(({ name }) => name.trim(), {
    onSuccess: ({ name }) => {
      showUser({ hasPasskey: true })
      void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
      showToast({ title: 'Passkey added', description: `${name} signs you in from now on.` })
      onClose()
    },
  })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <ErrorNotice error={form.error} />
      <TextField
        // The button that opened this step is gone, and so is the focus.
        autoFocus
        label="Name of the passkey"
        note="such as Work laptop"
        autoComplete="off"
        maxLength={40}
        {...form.field('name')}
      />
      <StepButtons
        label={add.isPending ? 'Waiting for your device…' : 'Continue'}
        isDisabled={!form.isFilled('name') || add.isPending}
        onCancel={onClose}
      />
    </form>
  )
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useChange({
    send: () => callApi(removePasskey, { params: { passkeyId: passkey.id } }),
    affects: [listPasskeys.path],
    isReloadAwaited: true,
    onDone: onClose,
    // If it is already gone, that is fine.
    onFailed: ({ code }) => code === 'not_found' && onClose(),
    toast: () => ({ title: 'Passkey removed', description: `${passkey.name} no longer signs you in.` }),
  })
  return (
    <ConfirmDialog
      title={`Remove the passkey ${passkey.name}?`}
      confirmLabel="Remove passkey"
      pendingLabel="Removing…"
      confirmLook="danger"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>It no longer signs you in. Your device may go on showing it until you delete it there too.</p>
      <ErrorNotice error={remove.error} />
    </ConfirmDialog>
  )
}
