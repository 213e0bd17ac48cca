import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { type CurrentUser, logIn } from '#contract/members/auth.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { EmailField, PasswordField } from './profile/form-parts.tsx'
import { beginSession } from './session-state.ts'
import { useIssuer, usePasskeyLogIn } from './use-other-sign-ins.ts'

/** Email and password, and the code of the second factor once requested. */
type Credentials = BodyInputOf<typeof logIn>

function useLogIn() {
  return useMutation<CurrentUser, ApiError, Credentials>({
    mutationFn: async (body) => {
      const user = await callApi(logIn, { body })
      await beginSession()
      return user
    },
    onSuccess: () => showToast({ title: 'Login successful', description: 'Welcome back!' }),
    onError: ({ code, sentence }) => {
      if (code !== 'second_factor_required') showFailure('Login failed', sentence)
    },
  })
}

/** Says why a login failed; a request for the code is not a failure. */
function LoginFailure({ error }: { error: ApiError | null }) {
  if (!error || error.code === 'second_factor_required') return null
  return <ErrorNotice error={error} title="Login failed" />
}

/** The second step of logging in: the current code from the authenticator app, or a recovery code. */
function SecondFactorStep(props: { credentials: Credentials; logIn: ReturnType<typeof useLogIn>; onBack: () => void }) {
  const { credentials, logIn, onBack } = props
  const [isRecovery, setIsRecovery] = useState(false)
  const name = isRecovery ? 'recovery' : 'code'
  const form = useForm({ start: { code: '', recovery: '' }, send: logIn })
  const handleSubmit = form.submit((values) => ({ ...credentials, code: values[name].trim() }), {
    onError: () => form.focus(name, true),
  })
  const handleSwitch = () => {
    setIsRecovery(!isRecovery)
    form.reset()
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={handleSubmit}>
      <LoginFailure error={form.error} />
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

function OtherSignIns({ next }: { next: string | undefined }) {
  const passkey = usePasskeyLogIn()
  const issuer = useIssuer()
  const { issuerLabel, hasPasswords } = useSignInWays()
  return (
    <div className={hasPasswords ? 'mt-5 grid gap-3 border-t border-line pt-5' : 'grid gap-3'}>
      <LoginFailure error={passkey.error ?? issuer.error} />
      {issuerLabel && (
        <Button
          size="large"
          look={hasPasswords ? 'plain' : 'primary'}
          disabled={issuer.isPending}
          onClick={() => issuer.mutate(next === undefined ? {} : { next })}
        >
          <Building2 size={18} aria-hidden="true" />
          Log in with {issuerLabel}
        </Button>
      )}
      <Button size="large" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound size={18} aria-hidden="true" />
        {passkey.isPending ? 'Waiting for your passkey…' : 'Log in with a passkey'}
      </Button>
    </div>
  )
}

const filled = (fieldError: string) => (text: string) => (text.trim() === '' ? fieldError : undefined)
const RULES = { email: filled('Email is required.'), password: filled('Password is required.') }

/** Email, password and, if needed, the second factor's code; only the other ways in a store without passwords. */
export function LoginForm({ next }: { next: string | undefined }) {
  const { hasPasswords } = useSignInWays()
  const logIn = useLogIn()
  const form = useForm({ start: { email: '', password: '' }, rules: RULES, send: logIn })
  /** The correct credentials, while their second factor is checked. */
  const [proven, setProven] = useState<Credentials | null>(null)
  const credentials = { email: form.values.email.trim(), password: form.values.password }
  const handleSubmit = form.submit(() => credentials, {
    onError: ({ code }) => {
      if (code === 'second_factor_required') setProven(credentials)
      else if (code === 'login_failed') form.focus('password', true)
    },
  })
  if (!hasPasswords) return <OtherSignIns next={next} />
  if (proven) {
    const handleBack = () => {
      setProven(null)
      logIn.reset()
    }
    return <SecondFactorStep credentials={proven} logIn={logIn} onBack={handleBack} />
  }
  return (
    <>
      <form onSubmit={handleSubmit} noValidate className="grid gap-4">
        <LoginFailure error={logIn.error} />
        <EmailField autoFocus {...form.field('email')} />
        <PasswordField label="Password" required {...form.field('password')} />
        <SubmitButton label="Log in" busy="Logging in..." isBusy={logIn.isPending} size="large" />
        <p className="text-sm">
          <Link
            to={paths.forgotPassword}
            className="inline-flex min-h-9 items-center font-semibold text-accent underline underline-offset-2"
          >
            Forgot your password?
          </Link>
        </p>
      </form>
      <OtherSignIns next={next} />
    </>
  )
}
