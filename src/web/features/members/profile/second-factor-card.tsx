import { useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AuthenticatorStep } from './authenticator-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { showUser } from './profile-data.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { type Secret, useBeginSecondFactor, useRemoveSecondFactor } from './use-second-factor.ts'

/** The open part of the card. The secret and the recovery codes are only here: they are shown once. */
type Step =
  | { name: 'closed' }
  | { name: 'begin' }
  | { name: 'scan'; secret: Secret }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'remove' }

const CLOSED: Step = { name: 'closed' }

/** Two-step sign-in with an authenticator app: turned on by scanning and confirming it, turned off with the password. */
export function SecondFactorCard({ user }: { user: CurrentUser }) {
  const [step, setStep] = useState<Step>(CLOSED)
  const begin = useBeginSecondFactor()
  const remove = useRemoveSecondFactor()
  const isOn = user.hasSecondFactor
  const close = () => {
    begin.reset()
    remove.reset()
    setStep(CLOSED)
  }

  return (
    <Panel
      title="Two-Step Sign-In"
      intro="After your password, you enter a code from an app on your phone. A stolen password alone gets nobody in."
      actions={<StatusPill tone={isOn ? 'done' : 'plain'}>{isOn ? 'On' : 'Off'}</StatusPill>}
    >
      {step.name === 'closed' && (
        <Button onClick={() => setStep(isOn ? { name: 'remove' } : { name: 'begin' })}>
          {isOn ? 'Turn off two-step sign-in' : 'Turn on two-step sign-in'}
        </Button>
      )}
      {step.name === 'begin' && (
        <PasswordStep
          email={user.email}
          action="Continue"
          send={begin}
          onCancel={close}
          onDone={(secret) => setStep({ name: 'scan', secret })}
        />
      )}
      {step.name === 'scan' && (
        <AuthenticatorStep
          secret={step.secret}
          onCancel={close}
          onDone={(codes) => {
            setStep({ name: 'codes', codes })
            showUser({ hasSecondFactor: true })
            showToast({ title: 'Two-step sign-in is on', description: 'Keep the recovery codes somewhere safe.' })
          }}
        />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={close} />}
      {step.name === 'remove' && (
        <PasswordStep
          email={user.email}
          action="Turn off two-step sign-in"
          send={remove}
          onCancel={close}
          onDone={() => {
            close()
            showUser({ hasSecondFactor: false })
            showToast({ title: 'Two-step sign-in is off' })
          }}
        />
      )}
    </Panel>
  )
}
