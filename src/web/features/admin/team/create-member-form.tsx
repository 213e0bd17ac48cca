import { useState } from 'react'
import type { Role } from '#contract/values.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { MEMBER_LENGTHS_MAX, MEMBER_REFUSED_FIELDS, MEMBER_RULES } from './member-fields.ts'
import { ROLE_BADGES, ROLES } from './member-words.ts'
import { CREATE_FAILED, failureOf, useCreateMember } from './use-team-changes.ts'

const EMPTY = { username: '', email: '', password: '' }
const USUAL_ROLE: Role = 'sales'

/** Adds a member: with a password given in person, or by an email that says how they get in. */
export function CreateMemberForm() {
  const create = useCreateMember()
  const [role, setRole] = useState(USUAL_ROLE)
  const [wantsInvitation, setWantsInvitation] = useState(false)
  const { hasPasswords, issuerLabel } = useSignInWays()
  const isInvitation = wantsInvitation || !hasPasswords
  const form = useForm({
    start: EMPTY,
    rules: MEMBER_RULES,
    lengthsMax: MEMBER_LENGTHS_MAX,
    send: create,
    refusedFields: MEMBER_REFUSED_FIELDS,
  })
  const { field, error } = form
  const isFilled = form.isFilled('username', 'email') && (isInvitation || form.values.password !== '')

  const handleSubmit = form.submit(
    ({ username, email, password }) => ({
      username: username.trim(),
      email: email.trim(),
      role,
      ...(isInvitation ? {} : { password }),
    }),
    {
      onSuccess: () => {
        form.reset()
        setRole(USUAL_ROLE)
        // The button is disabled again, so the focus moves to the next member's first field.
        form.focus('username')
      },
    },
  )
  return (
    <Panel
      title="Create team member"
      intro={`${hasPasswords ? 'A member signs in with the email address.' : `We email them that they can sign in with ${issuerLabel}. Their address there must be this one.`} Their commission is set under Manage once they are in the list.`}
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-4">
        <div className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <TextField label="Username" dir="auto" autoComplete="off" {...field('username')} />
          <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...field('email')} />
          {!isInvitation && (
            <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
          )}
          <SelectField
            label="Role"
            options={ROLES.map((one) => ROLE_BADGES[one])}
            value={ROLE_BADGES[role]}
            onChange={(event) => setRole(ROLES[event.target.selectedIndex] ?? USUAL_ROLE)}
          />
        </div>
        {hasPasswords && (
          <div className="max-w-prose">
            <Switch label="Invite by email instead" isOn={isInvitation} onChange={setWantsInvitation}>
              {isInvitation
                ? 'The email has a link to choose a password. It works once, for 7 days.'
                : 'We email them a link to choose their own password.'}
            </Switch>
          </div>
        )}
        {error && (
          <Notice tone="danger" title="The member was not created">
            {failureOf(error, CREATE_FAILED)} What you typed is still in the form.
          </Notice>
        )}
        <div>
          <Button type="submit" look="primary" disabled={!isFilled || create.isPending}>
            {create.isPending ? 'Creating…' : isInvitation ? 'Create and invite team member' : 'Create team member'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
