import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MemberSignIn } from './member-sign-in.tsx'
import { failureOf, REMOVE_FAILED, useRemoveMember } from './use-team-changes.ts'

interface MemberActionsProps {
  member: TeamMember
  members: readonly TeamMember[]
  viewerId: string
  onRemoved: () => void
}

const YOU = 'You'

/** Actions that end a member's access, and those that cannot be undone. */
export function MemberActions({ member, members, viewerId, onRemoved }: MemberActionsProps) {
  const remove = useRemoveMember(member.id, onRemoved)
  const [isAsking, setIsAsking] = useState(false)
  const [heirId, setHeirId] = useState(viewerId)
  const heirs = [
    ...members.filter(({ id }) => id === viewerId),
    ...members.filter(({ id }) => id !== viewerId && id !== member.id),
  ]
  const nameOf = ({ id, username, email }: TeamMember) => (id === viewerId ? YOU : `${username} (${email})`)
  const successor = heirs.find(({ id }) => id === heirId)
  const other = successor?.id === viewerId ? undefined : successor
  const isSelf = member.id === viewerId
  const handleConfirm = () => remove.mutate({ heirId: other?.id, heirName: other?.username ?? 'you' })
  return (
    <div className="grid gap-4">
      {!isSelf && <MemberSignIn member={member} />}
      <Panel
        title="Danger Zone"
        intro="A removed member is signed out everywhere at once and can no longer sign in. Their sales stay theirs in every figure and pay report."
      >
        <Button
          className="border-danger text-danger hover:border-danger hover:bg-danger-quiet"
          disabled={isSelf || remove.isPending}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 size={15} aria-hidden="true" />
          {remove.isPending ? 'Removing...' : 'Remove Team Member'}
        </Button>
        {isSelf && <p className="mt-2 text-sm text-muted">You cannot remove yourself. Ask another administrator.</p>}
        {isAsking && (
          <ConfirmDialog
            title={`Remove ${member.username}?`}
            confirmLabel="Remove Team Member"
            pendingLabel="Removing..."
            confirmLook="danger"
            isPending={remove.isPending}
            onConfirm={handleConfirm}
            onClose={() => {
              remove.reset()
              setIsAsking(false)
            }}
          >
            <p>Are you sure you want to remove this sales team member? This action cannot be undone.</p>
            <SelectField
              label="Who takes over the customers and live links"
              options={heirs.map(nameOf)}
              value={successor ? nameOf(successor) : ''}
              onChange={(event) => setHeirId(heirs[event.target.selectedIndex]?.id ?? viewerId)}
            />
            {remove.error && <Notice tone="danger">{failureOf(remove.error, REMOVE_FAILED)}</Notice>}
          </ConfirmDialog>
        )}
      </Panel>
    </div>
  )
}
