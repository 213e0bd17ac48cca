import { useState } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useEndMemberSessions, useResetSecondFactor } from './use-team-changes.ts'

type Question = 'sessions' | 'second-factor'

/** A colleague's access: ends it on a lost laptop, restores it after a lost phone. */
export function MemberSignIn({ member }: { member: TeamMember }) {
  const { id, username, hasSecondFactor } = member
  const { hasPasswords, issuerLabel } = useSignInWays()
  const [question, setQuestion] = useState<Question | null>(null)
  const endSessions = useEndMemberSessions(id)
  const resetFactor = useResetSecondFactor(id)
  const close = () => {
    endSessions.reset()
    resetFactor.reset()
    setQuestion(null)
  }
  return (
    <Panel
      title="Sign-In"
      intro={
        !hasPasswords
          ? `Signs in with ${issuerLabel} or a passkey.`
          : hasSecondFactor
            ? 'Signs in with a password and a code from an authenticator app.'
            : 'Signs in with a password. Two-step sign-in is off.'
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setQuestion('sessions')}>Sign out everywhere</Button>
        {hasSecondFactor && <Button onClick={() => setQuestion('second-factor')}>Turn off two-step sign-in</Button>}
      </div>
      {question === 'sessions' && (
        <ConfirmDialog
          title={`Sign ${username} out everywhere?`}
          confirmLabel="Sign out everywhere"
          pendingLabel="Signing out…"
          isPending={endSessions.isPending}
          onConfirm={() => endSessions.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>This signs them out of every browser at once. They can sign in again.</p>
          {endSessions.error && <Notice tone="danger">{endSessions.error.sentence}</Notice>}
        </ConfirmDialog>
      )}
      {question === 'second-factor' && (
        <ConfirmDialog
          title={`Turn off two-step sign-in for ${username}?`}
          confirmLabel="Turn off two-step sign-in"
          pendingLabel="Turning off…"
          isPending={resetFactor.isPending}
          onConfirm={() => resetFactor.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>
            Do this for a lost phone, once you are sure who is asking. They are signed out everywhere, then sign in with
            just the password. We email them about it.
          </p>
          {resetFactor.error && <Notice tone="danger">{resetFactor.error.sentence}</Notice>}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
