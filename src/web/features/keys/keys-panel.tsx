import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as keyScopes from '#contract/keys/key-scopes.ts'
import * as contract from '#contract/keys/keys.ts'
import { callApi, query } from '#web/lib/call-api.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/choice.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SecretNotice } from '#web/ui/copy-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { EndableRow, ErrorNotice, ListTrouble, Panel } from '#web/ui/panel.tsx'

type MadeKey = { key: contract.ApiKey; secret: string }

interface KeyCalls<Scope extends keyScopes.KeyScope> {
  make: (body: { name: string; scopes: Scope[] }) => Promise<MadeKey>
  end: (keyId: contract.ApiKey['id']) => Promise<unknown>
  listPath: string
}

interface MakeKeyProps<Scope extends keyScopes.KeyScope> {
  scopes: readonly Scope[]
  usual: readonly Scope[]
  calls: KeyCalls<Scope>
  onMade: (made: MadeKey) => void
  onCancel: () => void
}

function MakeKey<Scope extends keyScopes.KeyScope>({ scopes, usual, calls, onMade, onCancel }: MakeKeyProps<Scope>) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...usual])
  const make = useChange({
    send: () => calls.make({ name: name.trim(), scopes: chosen }),
    reloadsFirst: [calls.listPath],
    onDone: onMade,
  })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!make.isPending && chosen.length > 0 && name.trim() !== '') make.mutate()
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 rounded-md border border-line bg-paper p-4">
      <TextField
        // The button that opened this step is gone, and so is the focus.
        autoFocus
        label="Name of the key"
        note="the program that will use it, such as Zapier"
        autoComplete="off"
        required
        maxLength={contract.KEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={make.error?.sentence}
      />
      <CheckGroup
        legend="What it may do"
        options={scopes.map((value) => ({ value, label: keyScopes.SCOPE_WORDS[value] }))}
        chosen={chosen}
        onChange={setChosen}
      />
      {chosen.length === 0 && <p className="text-sm text-danger">Choose at least one.</p>}
      <div className="flex flex-wrap gap-3">
        <SubmitButton label="Make key" busy="Making…" isBusy={make.isPending} />
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

interface KeysPanelProps<Scope extends keyScopes.KeyScope>
  extends Pick<MakeKeyProps<Scope>, 'scopes' | 'usual' | 'calls'> {
  intro: string
  keys: readonly contract.ApiKey[]
}

/** Lists the keys, makes and ends them. A new key is shown once, until it is closed or the page is left. */
function KeysPanel<Scope extends keyScopes.KeyScope>({ intro, keys, scopes, usual, calls }: KeysPanelProps<Scope>) {
  const [made, setMade] = useState<MadeKey | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const [ending, setEnding] = useState<contract.ApiKey | null>(null)
  return (
    <Panel
      title="API keys"
      intro={
        <>
          {intro}{' '}
          <a href="/api" className="text-accent underline hover:no-underline">
            See what it can do
          </a>
        </>
      }
      actions={
        !isMaking &&
        keys.length < contract.KEYS_MAX && (
          <Button size="small" onClick={() => setIsMaking(true)}>
            Create a key
          </Button>
        )
      }
    >
      <div className="grid gap-4 empty:-mt-4">
        {made && (
          <SecretNotice
            title={`Copy the key ${made.key.name} now`}
            label="Copy key"
            secret={made.secret}
            words="Whoever has it can do what it may do, so keep it like a password."
            onClose={() => setMade(null)}
          />
        )}
        {isMaking && (
          <MakeKey
            scopes={scopes}
            usual={usual}
            calls={calls}
            onMade={(one) => {
              setMade(one)
              setIsMaking(false)
            }}
            onCancel={() => setIsMaking(false)}
          />
        )}
        {keys.length > 0 && (
          <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
            {keys.map((key) => (
              <EndableRow
                key={key.id}
                end="End"
                label={`End the key ${key.name}, made ${formatDate(key.createdAt)}`}
                onEnd={() => setEnding(key)}
              >
                <p className="font-semibold wrap-anywhere">{key.name}</p>
                <p className="font-mono text-xs wrap-anywhere text-muted">{key.start}…</p>
                <p className="figures text-xs text-muted">
                  {key.scopes.join(', ')}. {historyOf(key)}
                </p>
              </EndableRow>
            ))}
          </ul>
        )}
      </div>
      {ending && (
        <EndKey
          apiKey={ending}
          calls={calls}
          onClose={() => setEnding(null)}
          onEnded={() => {
            if (made?.key.id === ending.id) setMade(null)
            setEnding(null)
          }}
        />
      )}
    </Panel>
  )
}

const historyOf = ({ createdAt, lastUsedAt }: contract.ApiKey): string =>
  `Made ${formatDate(createdAt)}, ${lastUsedAt ? `last used ${formatDateTime(lastUsedAt)}` : 'not used yet'}`

interface EndKeyProps {
  apiKey: contract.ApiKey
  calls: Pick<KeyCalls<keyScopes.KeyScope>, 'end' | 'listPath'>
  onEnded: () => void
  onClose: () => void
}

function EndKey({ apiKey: { id, name }, calls, onEnded, onClose }: EndKeyProps) {
  const end = useChange({
    send: () => calls.end(id),
    affects: [calls.listPath],
    isReloadAwaited: true,
    onDone: onEnded,
    // If it is already gone, that is fine.
    onFailed: ({ code }) => code === 'not_found' && onEnded(),
    toast: () => ({ title: 'Key ended', description: `${name} no longer works.` }),
  })
  return (
    <ConfirmDialog
      title={`End the key ${name}?`}
      confirmLabel="End key"
      pendingLabel="Ending…"
      confirmLook="danger"
      isPending={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      <p>Programs that use it are refused from now on. This cannot be undone.</p>
      <ErrorNotice error={end.error} />
    </ConfirmDialog>
  )
}

const OWN_CALLS: KeyCalls<keyScopes.MemberScope> = {
  make: (body) => callApi(contract.makeOwnKey, { body }),
  end: (keyId) => callApi(contract.endOwnKey, { params: { keyId } }),
  listPath: contract.listOwnKeys.path,
}

const UNREAD = 'Your API keys could not be loaded'

/** A member's own API keys. Loaded after the page. */
export function OwnKeys() {
  const list = useQuery({ ...query(contract.listOwnKeys), staleTime: 0 })
  if (!list.data) return <ListTrouble list={list} title={UNREAD} />
  return (
    <KeysPanel
      intro="Your own program works here as you, but cannot change how you log in."
      keys={list.data}
      scopes={keyScopes.MEMBER_SCOPES}
      usual={['read']}
      calls={OWN_CALLS}
    />
  )
}

const DESK_CALLS: KeyCalls<keyScopes.BuyerScope> = {
  make: (body) => callApi(contract.makeDeskKey, { body }),
  end: (keyId) => callApi(contract.endDeskKey, { params: { keyId } }),
  listPath: contract.listDeskKeys.path,
}

/** The buyer's API keys at the desk. Loaded after the page. */
export function DeskKeys() {
  const list = useQuery({ ...query(contract.listDeskKeys), staleTime: 0 })
  if (!list.data) return <ListTrouble list={list} title={UNREAD} />
  return (
    <KeysPanel
      intro="Your own program fetches your orders and leads with a key."
      keys={list.data.keys}
      scopes={keyScopes.BUYER_SCOPES}
      usual={['orders:read', 'deliveries:read']}
      calls={DESK_CALLS}
    />
  )
}
