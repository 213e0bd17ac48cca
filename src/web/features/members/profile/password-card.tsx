import type { CurrentUser } from '#contract/members/auth.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NEW_PASSWORD_RULES, passwordComplaint } from './password-rules.ts'
import { updateFailure, useUpdatePassword } from './use-profile-updates.ts'
import { UsernameHint } from './username-hint.tsx'

const EMPTY = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changes the password, with fixed texts for what is wrong with the new one. */
export function PasswordCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePassword()
  const form = useForm({ start: EMPTY, rules: NEW_PASSWORD_RULES, send: update })
  const handleSubmit = form.submit(({ currentPassword, newPassword }) => ({ currentPassword, newPassword }), {
    onSuccess: () => form.reset(),
    onWrong: () => {
      const complaint = passwordComplaint(form.values)
      update.reset()
      if (complaint) showToast({ title: complaint.title, description: complaint.description, tone: 'danger' })
    },
  })
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <TextField label={label} type="password" autoComplete={autoComplete} maxLength={256} {...form.field(name)} />
  )

  return (
    <Panel
      title="Update Password"
      intro="At least 6 characters, and hard to guess: several unrelated words work well. This logs out your other devices."
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-3">
        {form.error && <Notice tone="danger">{updateFailure('password', form.error)}</Notice>}
        <UsernameHint email={user.email} />
        {field('currentPassword', 'Current Password', 'current-password')}
        {field('newPassword', 'New Password', 'new-password')}
        {field('confirmation', 'Confirm New Password', 'new-password')}
        <div>
          <Button
            type="submit"
            look="primary"
            disabled={!form.isFilled('currentPassword', 'newPassword', 'confirmation') || update.isPending}
          >
            {update.isPending ? 'Updating...' : 'Update Password'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
