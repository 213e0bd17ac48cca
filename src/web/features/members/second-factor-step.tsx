import { useState } from 'react'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Credentials, useLogIn } from './use-log-in.ts'

interface SecondFactorStepProps {
  /** The credentials that were correct. */
  credentials: Credentials
  logIn: ReturnType<typeof useLogIn>
  onBack: () => void
}

/** The second step of signing in: the current code from the authenticator app, or a recovery code. */
export function SecondFactorStep({ credentials, logIn, onBack }: SecondFactorStepProps) {
  const [isRecovery, setIsRecovery] = useState(false)
  const name = isRecovery ? 'recovery' : 'code'
  const form = useForm({ start: { code: '', recovery: '' }, send: logIn })
  const hasFailed = form.error !== null && form.error.code !== 'second_factor_required'

  const handleSubmit = form.submit((values) => ({ ...credentials, code: values[name].trim() }), {
    onError: () => form.focus(name, true),
  })
  const handleSwitch = () => {
    setIsRecovery(!isRecovery)
    form.reset()
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
      {hasFailed && (
        <Notice tone="danger" title="Login failed">
          {form.error?.sentence}
        </Notice>
      )}
      <p role="status" className="text-sm">
        {isRecovery
          ? 'Enter one of the recovery codes you saved when you turned on two-step sign-in. Each works once.'
          : 'Enter the six-digit code from your authenticator app.'}
      </p>
      <TextField
        key={name}
        // The focused field is gone, here and after switching the kind of code.
        autoFocus
        label={isRecovery ? 'Recovery code' : 'Six-digit code'}
        {...form.field(name)}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        maxLength={40}
        className="figures"
        required
      />
      <Button type="submit" look="primary" size="large" disabled={logIn.isPending || !form.isFilled(name)}>
        {logIn.isPending ? 'Logging in...' : 'Continue'}
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-2">
        <Button look="quiet" size="small" onClick={handleSwitch}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button look="quiet" size="small" onClick={onBack}>
          Log in as someone else
        </Button>
      </div>
    </form>
  )
}
