import type { TeamMember } from '#contract/admin/team.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MEMBER_LENGTHS_MAX, MEMBER_REFUSED_FIELDS, MEMBER_RULES } from './member-fields.ts'
import { failureOf, UPDATE_FAILED, useUpdateMember } from './use-team-changes.ts'
import { type TypedListener, useTypedForm } from './use-typed-form.ts'

interface EditMemberFormProps {
  member: TeamMember
  /** The signed-in member, who changes their own address under My Profile. */
  viewerId: string
  onSaved: () => void
  onTyped: TypedListener
}

/** Changes a member's name and contact data. */
export function EditMemberForm({ member, viewerId, onSaved, onTyped }: EditMemberFormProps) {
  const { username, email, phone } = member
  const update = useUpdateMember(member.id)
  const isSelf = member.id === viewerId
  const form = useForm({
    start: { username, email, phone: phone ?? '' },
    rules: MEMBER_RULES,
    lengthsMax: MEMBER_LENGTHS_MAX,
    send: update,
    refusedFields: MEMBER_REFUSED_FIELDS,
  })
  const { values, error, field } = form
  useTypedForm('profile', form.isTyped, onTyped)
  const handleSubmit = form.submit(
    (typed) => ({ username: typed.username.trim(), email: typed.email.trim(), phone: typed.phone.trim() }),
    { onSuccess: onSaved },
  )
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
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
          We email a confirmation link to the new address and tell {email} about the change.
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
