import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { resetPassword } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NEW_PASSWORD_RULES } from './password-rules.ts'

/**
 * Sets a new password with the token from the email. A guessable password does not use up the token, so another can be
 * tried.
 */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: (newPassword: string) =>
      callApi<typeof resetPassword>('PUT', '/api/password-reset', { body: { token, newPassword } }),
    onSuccess: () => {
      showToast({ title: 'Password Updated', description: 'Please log in with your new password.' })
      void navigate({ to: paths.login, replace: true })
    },
  })
  const isLinkDead = reset.error?.code === 'mail_link_invalid'

  const form = useForm({
    start: { newPassword: '', confirmation: '' },
    rules: NEW_PASSWORD_RULES,
    send: reset,
  })
  const handleSubmit = form.submit(({ newPassword }) => newPassword)

  if (isLinkDead) {
    return (
      <Notice
        tone="danger"
        title="This link no longer works"
        action={
          <Link to={paths.forgotPassword} className={buttonClasses('primary')}>
            Ask for a new link
          </Link>
        }
      >
        {reset.error?.sentence}
      </Notice>
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <p className="text-sm text-muted">
        At least 6 characters; several unrelated words work well. This logs you out on every device.
      </p>
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
        {...form.field('newPassword')}
      />
      <TextField
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        maxLength={256}
        required
        {...form.field('confirmation')}
      />
      <Button
        type="submit"
        look="primary"
        size="large"
        disabled={reset.isPending || !form.isFilled('newPassword', 'confirmation')}
      >
        {reset.isPending ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  )
}
