import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OtherSignIns } from './other-sign-ins.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { type Credentials, useLogIn } from './use-log-in.ts'

const filled = (complaint: string) => (text: string) => (text.trim() === '' ? complaint : undefined)
const RULES = { email: filled('Email is required.'), password: filled('Password is required.') }

/**
 * Email and password, then the second factor's code if the account has one. In a store without passwords, only the
 * other ways.
 */
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
        {logIn.error && logIn.error.code !== 'second_factor_required' && (
          <Notice tone="danger" title="Login failed">
            {logIn.error.sentence}
          </Notice>
        )}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          inputMode="email"
          maxLength={254}
          required
          {...form.field('email')}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          maxLength={256}
          required
          {...form.field('password')}
        />
        <Button type="submit" look="primary" size="large" disabled={logIn.isPending}>
          {logIn.isPending ? 'Logging in...' : 'Login'}
        </Button>
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
