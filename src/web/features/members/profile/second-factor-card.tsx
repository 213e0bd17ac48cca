import { useMutation } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { type FormCall, useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice, Panel, StatusPill } from '#web/ui/panel.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { PasswordField, StepButtons, UsernameHint } from './form-parts.tsx'
import { showUser } from './profile-data.ts'

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setIsKept(true)
      showToast({ title: 'Copied to clipboard' })
    } catch {
      showFailure('Not copied', 'This browser does not allow it. Download the codes, or write them down.')
    }
  }
  const handleDownload = () => {
    downloadFile('recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)
    setIsKept(true)
  }
  return (
    <div className="grid gap-4 text-sm">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-semibold">
          Your recovery codes
        </h3>
        <p className="mt-1 text-muted">
          Each code signs you in once when you don’t have your phone. You see them only now. Keep them away from your
          password.
        </p>
      </div>
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-semibold tracking-wider">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={handleCopy}>
          Copy codes
        </Button>
        <Button icon={Download} onClick={handleDownload}>
          Download codes
        </Button>
        <Button look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
      {!isKept && <Notice tone="attention">Without these codes, a lost phone locks you out of your account.</Notice>}
    </div>
  )
}

type Secret = ReplyOutputOf<typeof beginSecondFactor>
type AuthenticatorStepProps = { secret: Secret; onDone: (codes: readonly string[]) => void; onCancel: () => void }

/** Passes the secret to an app, by camera or by hand, and turns the second step on once a code proves that it arrived. */
function AuthenticatorStep({ secret, onDone, onCancel }: AuthenticatorStepProps) {
  const confirm = useMutation({
    mutationFn: async (code: string) => {
      const body = { code: code.replaceAll(' ', '') }
      return (await callApi(confirmSecondFactor, { body })).recoveryCodes
    },
  })
  const form = useForm({ start: { code: '' }, send: confirm })
  const handleSubmit = form.submit(({ code }) => code, { onSuccess: onDone })
  // Groups of four can be read and typed without losing one's place.
  const inFours = secret.secret.match(/.{1,4}/g)?.join(' ')
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4 text-sm">
      <p ref={start} tabIndex={-1}>
        Scan this with an authenticator app, such as the one on your phone or your password manager.
      </p>
      <QrCode
        text={secret.uri}
        label="QR code for the authenticator app"
        className="size-48 rounded-md border border-line"
      />
      <p>
        No camera? Type this key into the app:{' '}
        <code className="figures block break-all pt-1 font-semibold tracking-wider">{inFours}</code>
      </p>
      <ErrorNotice error={form.error} />
      <TextField
        label="Six-digit code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
        className="max-w-64"
      />
      <StepButtons
        label={confirm.isPending ? 'Checking…' : 'Turn on'}
        isDisabled={!form.isFilled('code') || confirm.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}

interface PasswordStepProps<Reply> {
  email: string
  action: string
  send: FormCall<string, Reply>
  onDone: (reply: Reply) => void
  onCancel: () => void
}

/** Asks for the current password before something that a stranger at an open screen must not do. */
function PasswordStep<Reply>({ email, action, send, onDone, onCancel }: PasswordStepProps<Reply>) {
  const form = useForm({ start: { password: '' }, send })
  const handleSubmit = form.submit(({ password }) => password, { onSuccess: onDone })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-3">
      <ErrorNotice error={form.error} />
      <UsernameHint email={email} />
      {/* The button that opened this step is gone, and so is the focus. */}
      <PasswordField autoFocus {...form.field('password')} />
      <StepButtons
        label={send.isPending ? 'Checking…' : action}
        isDisabled={form.values.password === '' || send.isPending}
        onCancel={onCancel}
      />
    </form>
  )
}

/** The open part of the card. The secret and the recovery codes are only here: they are shown once. */
type Step =
  | { name: 'closed' | 'begin' | 'remove' }
  | { name: 'scan'; secret: Secret }
  | { name: 'codes'; codes: readonly string[] }

/** Two-step sign-in with an authenticator app: turned on by scanning and confirming it, turned off with the password. */
export function SecondFactorCard({ user }: { user: CurrentUser }) {
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const begin = useMutation({ mutationFn: (password: string) => callApi(beginSecondFactor, { body: { password } }) })
  const remove = useMutation({ mutationFn: (password: string) => callApi(removeSecondFactor, { body: { password } }) })
  const isOn = user.hasSecondFactor
  const close = () => {
    begin.reset()
    remove.reset()
    setStep({ name: 'closed' })
  }
  return (
    <Panel
      title="Two-Step Sign-In"
      intro="After your password, you enter a code from an app on your phone. A stolen password alone gets nobody in."
      actions={<StatusPill tone={isOn ? 'done' : 'plain'}>{isOn ? 'On' : 'Off'}</StatusPill>}
    >
      {step.name === 'closed' && (
        <Button onClick={() => setStep({ name: isOn ? 'remove' : 'begin' })}>
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
