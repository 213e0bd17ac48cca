import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { updateFailure, useUpdateEmail, useUpdatePhone } from './use-profile-updates.ts'
import { UsernameHint } from './username-hint.tsx'

/** Changes the address one signs in with. */
export function EmailCard({ user }: { user: CurrentUser }) {
  const update = useUpdateEmail()
  return (
    <ContactCard
      title="Update Email"
      what="email"
      user={user}
      intro={`Now: ${user.email}. A new address has to be confirmed by a link we mail there; the old one is told.`}
      label="New Email"
      input={{ type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 }}
      update={update}
      onSubmit={(email, password, onSuccess) => update.mutate({ email: email.trim(), password }, { onSuccess })}
    />
  )
}

/** Changes the phone number at which colleagues reach one. */
export function PhoneCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePhone()
  return (
    <ContactCard
      title="Update Phone"
      what="phone"
      user={user}
      intro={user.phone ? `Now: ${user.phone}.` : 'No phone number is kept yet.'}
      label="New Phone"
      input={{ type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 }}
      update={update}
      onSubmit={(phone, password, onSuccess) => update.mutate({ phone: phone.trim(), password }, { onSuccess })}
    />
  )
}

interface ContactCardProps {
  title: string
  what: 'email' | 'phone'
  user: CurrentUser
  intro: string
  label: string
  input: { type: string; autoComplete: string; inputMode: 'email' | 'tel'; maxLength: number }
  update: ReturnType<typeof useUpdateEmail> | ReturnType<typeof useUpdatePhone>
  onSubmit: (value: string, password: string, onSuccess: () => void) => void
}

/** One new value and the current password (SPEC.md section 5: the button waits for both). */
function ContactCard({ title, what, user, intro, label, input, update, onSubmit }: ContactCardProps) {
  const [value, setValue] = useState('')
  const [password, setPassword] = useState('')
  const [isPasswordMissing, setIsPasswordMissing] = useState(false)
  const passwordField = useRef<HTMLInputElement>(null)
  const requirement = `Please enter your current password to update ${what}`

  const submit = () => {
    if (update.isPending || value.trim() === '') return
    if (password === '') {
      setIsPasswordMissing(true)
      passwordField.current?.focus()
      showToast({ title: 'Password Required', description: requirement, tone: 'danger' })
      return
    }
    onSubmit(value, password, () => {
      setValue('')
      setPassword('')
    })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  // A disabled button swallows Enter; one should hear what is missing all the same.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || password !== '') return
    event.preventDefault()
    submit()
  }

  return (
    <Panel title={title} intro={intro}>
      <form onSubmit={handleSubmit} className="grid gap-3">
        {update.error && <Notice tone="danger">{updateFailure(what, update.error)}</Notice>}
        <TextField
          {...input}
          label={label}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <UsernameHint email={user.email} />
        <TextField
          ref={passwordField}
          label="Current Password"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          value={password}
          error={isPasswordMissing && password === '' ? requirement : undefined}
          onChange={(event) => setPassword(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <div>
          <Button type="submit" look="primary" disabled={update.isPending || value.trim() === '' || password === ''}>
            {update.isPending ? 'Updating...' : title}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
