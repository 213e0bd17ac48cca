import type { SubmitEvent } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMemberForm } from './use-member-form.ts'
import { failureOf, UPDATE_FAILED, useUpdateMember } from './use-team-changes.ts'
import { type TypedListener, useTypedForm } from './use-typed-form.ts'

interface EditMemberFormProps {
  member: TeamMember
  /** Who is signed in: their own address is changed under My Profile. */
  viewerId: string
  onSaved: () => void
  onTyped: TypedListener
}

/** Changes who a member is and where they are reached. */
export function EditMemberForm({ member, viewerId, onSaved, onTyped }: EditMemberFormProps) {
  const { username, email, phone } = member
  const update = useUpdateMember(member.id)
  const isSelf = member.id === viewerId
  const fields = useMemberForm({ username, email, phone: phone ?? '' }, update)
  const { form, values, error, field, check, focusRefused } = fields
  useTypedForm('profile', fields.isChanged, onTyped)
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (update.isPending || !check(['username', 'email'])) return
    const body = { username: values.username.trim(), email: values.email.trim(), phone: values.phone.trim() }
    update.mutate(body, { onSuccess: onSaved, onError: focusRefused })
  }
  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-3">
      {error && <Notice tone="danger">{failureOf(error, UPDATE_FAILED)}</Notice>}
      <TextField label="Username" dir="auto" autoComplete="off" autoFocus {...field('username')} />
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...field('email')}
        disabled={isSelf}
      />
      {isSelf && <p className="text-sm text-muted">Change your own email address under My Profile.</p>}
      {values.email.trim().toLowerCase() !== email && (
        <p className="text-sm text-muted">
          The new address has to be confirmed by a link we mail there; {email} is told about the change.
        </p>
      )}
      <TextField label="Phone" note="optional" type="tel" inputMode="tel" autoComplete="off" {...field('phone')} />
      <div>
        <Button type="submit" look="primary" disabled={update.isPending}>
          {update.isPending ? 'Updating...' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}
