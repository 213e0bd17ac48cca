import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { EMAIL_PATTERN } from '#contract/checkout.ts'
import type { requestPasswordReset } from '#contract/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Asks for the mail. What it says afterwards is the same for every address, so that nobody can try out who works here. */
export function ForgotPasswordForm() {
  const request = useMutation({
    mutationFn: (email: string) =>
      callApi<typeof requestPasswordReset>('POST', '/api/password-reset', { body: { email } }),
  })
  const form = useForm({ defaultValues: { email: '' }, mode: 'onBlur' })

  const handleSubmit = form.handleSubmit(({ email }) => request.mutate(email.trim()))

  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      {request.error && (
        <Notice tone="danger" title="The mail was not asked for">
          {request.error.sentence}
        </Notice>
      )}
      {request.isSuccess && (
        <Notice tone="good" title="Look in your mail">
          If {request.variables} belongs to a member, a link is on its way there. It works once, and not for long.
          Nothing there after a few minutes? Look among the unwanted mail, or ask your administrator.
        </Notice>
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        maxLength={254}
        required
        error={form.formState.errors.email?.message}
        {...form.register('email', {
          validate: (value) => EMAIL_PATTERN.test(value.trim()) || 'Please enter a valid email address.',
        })}
      />
      <Button type="submit" look="primary" size="large" disabled={request.isPending}>
        {request.isPending ? 'Sending…' : request.isSuccess ? 'Send the link again' : 'Send the link'}
      </Button>
    </form>
  )
}
