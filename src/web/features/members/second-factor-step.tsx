import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Credentials, useLogIn } from './use-log-in.ts'

interface SecondFactorStepProps {
  /** What was right already. */
  credentials: Credentials
  logIn: ReturnType<typeof useLogIn>
  onBack: () => void
}

/** The second step of signing in: the code that the authenticator app shows now, or one of the recovery codes. */
export function SecondFactorStep({ credentials, logIn, onBack }: SecondFactorStepProps) {
  const [code, setCode] = useState('')
  const [isRecovery, setIsRecovery] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const hasFailed = logIn.error !== null && logIn.error.code !== 'second_factor_required'

  // The field that had the focus is gone; one goes on at this one, here and after a switch of the kind of code.
  useEffect(() => {
    if (field.current?.name === (isRecovery ? 'recovery' : 'code')) field.current.focus()
  }, [isRecovery])

  const handleSubmit = () =>
    logIn.mutate(
      { ...credentials, code: code.trim() },
      {
        onError: () => {
          field.current?.focus()
          field.current?.select()
        },
      },
    )
  const handleSwitch = () => {
    setIsRecovery(!isRecovery)
    setCode('')
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '' && !logIn.isPending) handleSubmit()
      }}
    >
      {hasFailed && (
        <Notice tone="danger" title="Login failed">
          {logIn.error?.sentence}
        </Notice>
      )}
      <p role="status" className="text-sm">
        {isRecovery
          ? 'Enter one of the recovery codes that you kept when two-step sign-in was turned on. Each works once.'
          : 'Enter the six-digit code from your authenticator app.'}
      </p>
      <TextField
        key={String(isRecovery)}
        ref={field}
        name={isRecovery ? 'recovery' : 'code'}
        label={isRecovery ? 'Recovery code' : 'Six-digit code'}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        className="figures"
        required
      />
      <Button type="submit" look="primary" size="large" disabled={logIn.isPending || code.trim() === ''}>
        {logIn.isPending ? 'Logging in...' : 'Continue'}
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-2">
        <Button look="quiet" size="small" onClick={handleSwitch}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button look="quiet" size="small" onClick={onBack}>
          Log in as somebody else
        </Button>
      </div>
    </form>
  )
}
