import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type KeyScope, SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { KEY_NAME_MAX } from '#contract/keys/keys.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckGroup } from '#web/ui/check-group.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { KeyCalls, MadeKey } from './key-calls.ts'

interface MakeKeyProps<Scope extends KeyScope> {
  scopes: readonly Scope[]
  usual: readonly Scope[]
  calls: KeyCalls<Scope>
  onMade: (made: MadeKey) => void
  onCancel: () => void
}

/** Names a new key and chooses what it may do. */
export function MakeKey<Scope extends KeyScope>({ scopes, usual, calls, onMade, onCancel }: MakeKeyProps<Scope>) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>([...usual])
  const make = useMutation<MadeKey, ApiError>({
    mutationFn: () => calls.make({ name: name.trim(), scopes: chosen }),
    onSuccess: async (made) => {
      await calls.refresh()
      onMade(made)
    },
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
        maxLength={KEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={make.error?.sentence}
      />
      <CheckGroup
        legend="What it may do"
        options={scopes.map((value) => ({ value, label: SCOPE_WORDS[value] }))}
        chosen={chosen}
        onChange={setChosen}
      />
      {chosen.length === 0 && <p className="text-sm text-danger">Choose at least one.</p>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" aria-disabled={make.isPending || undefined}>
          {make.isPending ? 'Making…' : 'Make key'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
