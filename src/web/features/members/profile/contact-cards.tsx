import type { KeyboardEvent } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { type FormCall, useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { updateFailure, useUpdateEmail, useUpdatePhone } from './use-profile-updates.ts'
import { UsernameHint } from './username-hint.tsx'

/** Changes the address for signing in. */
export function EmailCard({ user }: { user: CurrentUser }) {
  const update = useUpdateEmail()
  return (
    <ContactCard
      title="Update Email"
      what="email"
      user={user}
      intro={`Now: ${user.email}. We email a confirmation link to the new address and tell the old one.`}
      label="New Email"
      input={{ type: 'email', autoComplete: 'email', inputMode: 'email', maxLength: 254 }}
      update={update}
      bodyOf={(email, own) => ({ email, ...own })}
    />
  )
}

/** Changes the phone number for colleagues. */
export function PhoneCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePhone()
  return (
    <ContactCard
      title="Update Phone"
      what="phone"
      user={user}
      intro={user.phone ? `Now: ${user.phone}.` : 'No phone number yet.'}
      label="New Phone"
      input={{ type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 }}
      update={update}
      bodyOf={(phone, own) => ({ phone, ...own })}
    />
  )
}

interface ContactCardProps<Body> {
  title: string
  what: 'email' | 'phone'
  user: CurrentUser
  intro: string
  label: string
  input: { type: string; autoComplete: string; inputMode: 'email' | 'tel'; maxLength: number }
  update: FormCall<Body, CurrentUser>
  bodyOf: (value: string, own: { password?: string }) => Body
}

/** One new value and the current password; the button waits for both. */
function ContactCard<Body>({ title, what, user, intro, label, input, update, bodyOf }: ContactCardProps<Body>) {
  const { hasPasswords } = useSignInWays()
  const requirement = `Please enter your current password to update ${what}`
  const form = useForm({
    start: { value: '', password: '' },
    rules: { password: (text) => (hasPasswords && text === '' ? requirement : undefined) },
    send: update,
  })
  const isFilled = form.isFilled('value') && (!hasPasswords || form.values.password !== '')
  const handleSubmit = form.submit(({ value, password }) => bodyOf(value.trim(), hasPasswords ? { password } : {}), {
    onSuccess: () => form.reset(),
    onWrong: () => showToast({ title: 'Password Required', description: requirement, tone: 'danger' }),
  })
  // A disabled button swallows Enter; the member should still see what is missing.
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isFilled && form.isFilled('value')) void handleSubmit(event)
  }

  return (
    <Panel title={title} intro={intro}>
      <form noValidate onSubmit={handleSubmit} className="grid gap-3">
        {form.error && <Notice tone="danger">{updateFailure(what, form.error)}</Notice>}
        <TextField {...input} label={label} {...form.field('value')} onKeyDown={handleKeyDown} />
        <UsernameHint email={user.email} />
        {hasPasswords && (
          <TextField
            label="Current Password"
            type="password"
            autoComplete="current-password"
            maxLength={256}
            {...form.field('password')}
            onKeyDown={handleKeyDown}
          />
        )}
        <div>
          <Button type="submit" look="primary" disabled={update.isPending || !isFilled}>
            {update.isPending ? 'Updating...' : title}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
