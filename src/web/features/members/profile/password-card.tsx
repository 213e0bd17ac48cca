import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { passwordComplaint } from './password-rules.ts'
import { updateFailure, useUpdatePassword } from './use-profile-updates.ts'
import { UsernameHint } from './username-hint.tsx'

const EMPTY = { current: '', next: '', confirmation: '' }

/** Changes the password, with SPEC.md section 5's complaints about the new one. */
export function PasswordCard({ user }: { user: CurrentUser }) {
  const update = useUpdatePassword()
  const [draft, setDraft] = useState(EMPTY)
  const [complaint, setComplaint] = useState<string>()
  const isFilled = draft.current !== '' && draft.next !== '' && draft.confirmation !== ''

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = passwordComplaint(draft.next, draft.confirmation)
    setComplaint(found?.description)
    if (found) {
      update.reset()
      showToast({ ...found, tone: 'danger' })
      return
    }
    update.mutate({ currentPassword: draft.current, newPassword: draft.next }, { onSuccess: () => setDraft(EMPTY) })
  }
  const field = (name: keyof typeof EMPTY, label: string, autoComplete: string) => (
    <TextField
      label={label}
      type="password"
      autoComplete={autoComplete}
      maxLength={256}
      value={draft[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value })
        setComplaint(undefined)
      }}
    />
  )

  return (
    <Panel
      title="Update Password"
      intro="At least 6 characters, and hard to guess: several unrelated words are good. Other devices are logged out."
    >
      <form onSubmit={handleSubmit} className="grid gap-3">
        {(complaint || update.error) && (
          <Notice tone="danger">{complaint ?? (update.error && updateFailure('password', update.error))}</Notice>
        )}
        <UsernameHint email={user.email} />
        {field('current', 'Current Password', 'current-password')}
        {field('next', 'New Password', 'new-password')}
        {field('confirmation', 'Confirm New Password', 'new-password')}
        <div>
          <Button type="submit" look="primary" disabled={!isFilled || update.isPending}>
            {update.isPending ? 'Updating...' : 'Update Password'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
