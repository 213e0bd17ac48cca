import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { PasswordField } from './form-parts.tsx'
import { NEW_PASSWORD_RULES } from './password-rules.ts'

/** Sets a new password with the token from the email. A guessable one does not use up the token. */
export function ResetPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: (newPassword: string) => callApi(resetPassword, { body: { token, newPassword } }),
    onSuccess: () => {
      showToast({ title: 'Password Updated', description: 'Please log in with your new password.' })
      void navigate({ to: paths.login, replace: true })
    },
  })
  const form = useForm({ start: { newPassword: '', confirmation: '' }, rules: NEW_PASSWORD_RULES, send: reset })
  const isFilled = form.isFilled('newPassword', 'confirmation')
  if (reset.error?.code === 'mail_link_invalid') {
    const action = (
      <Link to={paths.forgotPassword} className={buttonClasses('primary')}>
        Ask for a new link
      </Link>
    )
    return (
      <Notice tone="danger" title="This link no longer works" action={action}>
        {reset.error.sentence}
      </Notice>
    )
  }
  return (
    <form noValidate onSubmit={form.submit(({ newPassword }) => newPassword)} className="grid gap-4">
      <p className="text-sm text-muted">
        At least 6 characters; several unrelated words work well. This logs you out on every device.
      </p>
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <PasswordField label="New password" autoComplete="new-password" required {...form.field('newPassword')} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        required
        {...form.field('confirmation')}
      />
      <Button type="submit" look="primary" size="large" disabled={reset.isPending || !isFilled}>
        {reset.isPending ? 'Saving…' : 'Save new password'}
      </Button>
    </form>
  )
}
