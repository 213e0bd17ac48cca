import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiError } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { UsernameHint } from './username-hint.tsx'

interface PasswordStepProps {
  /** Whose password is asked for. */
  email: string
  /** What the button says, e.g. "Continue". */
  action: string
  isPending: boolean
  error: ApiError | null
  onSubmit: (password: string) => void
  onCancel: () => void
}

/** Asks for the current password before something that a stranger at an open screen must not do. */
export function PasswordStep({ email, action, isPending, error, onSubmit, onCancel }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // The button that opened this step is gone, and the focus with it.
  useEffect(() => field.current?.focus(), [])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !isPending) onSubmit(password)
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-3">
      {error && <Notice tone="danger">{error.sentence}</Notice>}
      <UsernameHint email={email} />
      <TextField
        ref={field}
        label="Current Password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={password === '' || isPending}>
          {isPending ? 'Checking…' : action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
