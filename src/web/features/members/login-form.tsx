import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'
import { type Credentials, useLogIn } from './use-log-in.ts'

/** Email and password, then the code of the second factor where the account has one. */
export function LoginForm() {
  const logIn = useLogIn()
  const form = useForm<Credentials>({ defaultValues: { email: '', password: '' }, reValidateMode: 'onChange' })
  const { errors } = form.formState
  /** The credentials that were right, while their second factor is asked for. */
  const [proven, setProven] = useState<Credentials | null>(null)

  const handleSubmit = form.handleSubmit(({ email, password }) => {
    const credentials = { email: email.trim(), password }
    logIn.mutate(credentials, {
      onError: (error) => {
        if (error.code === 'second_factor_required') setProven(credentials)
        else if (error.code === 'login_failed') form.setFocus('password', { shouldSelect: true })
      },
    })
  })

  if (proven) {
    const handleBack = () => {
      setProven(null)
      logIn.reset()
    }
    return <SecondFactorStep credentials={proven} logIn={logIn} onBack={handleBack} />
  }
  const field = (name: 'email' | 'password', message: string) => ({
    ...form.register(name, { validate: (value) => value.trim() !== '' || message }),
    error: errors[name]?.message,
    required: true,
  })
  return (
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
        inputMode="email"
        maxLength={254}
        {...field('email', 'Email is required.')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={256}
        {...field('password', 'Password is required.')}
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
  )
}
