import { type ReactNode, useRef, useState } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { CommissionPanel } from './commission-panel.tsx'
import { EditMemberForm } from './edit-member-form.tsx'
import { ROLE_BADGES } from './member-words.ts'
import { RoleBadge } from './role-badge.tsx'
import { useInviteMember } from './use-team-changes.ts'
import type { TypedListener } from './use-typed-form.ts'

interface MemberProfileProps {
  member: TeamMember
  viewerId: string
  onTyped: TypedListener
}

/** The member's data, as a view or as a form, and their commission. */
export function MemberProfile({ member, viewerId, onTyped }: MemberProfileProps) {
  const [isEditing, setIsEditing] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const handleSaved = () => {
    setIsEditing(false)
    // The focused button disappears with the form.
    toggle.current?.focus()
  }
  return (
    <div className="grid gap-4">
      <Panel
        title="Profile"
        actions={
          <Button ref={toggle} onClick={() => setIsEditing(!isEditing)}>
            {isEditing ? 'Cancel' : 'Edit'}
          </Button>
        }
      >
        {isEditing ? (
          <EditMemberForm member={member} viewerId={viewerId} onSaved={handleSaved} onTyped={onTyped} />
        ) : (
          <ProfileFacts member={member} />
        )}
      </Panel>
      {member.isInvited && <InvitationNotice member={member} />}
      <CommissionPanel member={member} onTyped={onTyped} />
    </div>
  )
}

function ProfileFacts({ member: { username, email, phone, role, isVerified, createdAt } }: { member: TeamMember }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      <Fact term="Username">{username}</Fact>
      <Fact term="Email">{email}</Fact>
      <Fact term="Phone">{phone || 'Not provided'}</Fact>
      <Fact term="Role">
        <RoleBadge>{ROLE_BADGES[role]}</RoleBadge>
      </Fact>
      <Fact term="Status">
        <StatusPill tone={isVerified ? 'done' : 'plain'}>{isVerified ? 'Verified' : 'Pending'}</StatusPill>
      </Fact>
      <Fact term="Member since">{formatDate(createdAt)}</Fact>
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="wrap-anywhere" dir="auto">
        {children}
      </dd>
    </div>
  )
}

/** Says that the member has not joined yet, and sends the email again. */
function InvitationNotice({ member }: { member: TeamMember }) {
  const invite = useInviteMember(member.id)
  return (
    <Notice
      tone="attention"
      title="Invited, not joined yet"
      action={
        <Button onClick={() => invite.mutate()} disabled={invite.isPending}>
          {invite.isPending ? 'Sending…' : 'Resend invitation'}
        </Button>
      }
    >
      {invite.error
        ? invite.error.sentence
        : invite.isSuccess
          ? `Another invitation is on its way to ${member.email}.`
          : `They have not chosen a password yet. The invitation went to ${member.email} and works once, for 7 days.`}
    </Notice>
  )
}
