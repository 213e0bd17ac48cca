import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import { requestPasswordReset, resetPassword } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { EmailField, NEW_PASSWORD_RULES, PasswordField } from './form-parts.tsx'

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
    return <ErrorNotice error={reset.error} title="This link no longer works" action={action} />
  }
  return (
    <form noValidate onSubmit={form.submit(({ newPassword }) => newPassword)} className="grid gap-4">
      <p className="text-sm text-muted">
        At least 6 characters; several unrelated words work well. This logs you out on every device.
      </p>
      <ErrorNotice error={form.error} />
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

/** Long enough for an email to arrive; earlier requests would only fill the mailbox. */
const AGAIN_AFTER_SECONDS = 60
const RULES = { email: (text: string) => (readEmail(text) === null ? EMAIL_WRONG : undefined) }

/** Asks for the email. The reply is the same for every address, so it does not reveal who works here. */
export function ForgotPasswordForm() {
  const request = useMutation({ mutationFn: (email: string) => callApi(requestPasswordReset, { body: { email } }) })
  const form = useForm({ start: { email: '' }, rules: RULES, send: request })
  const [asked, setAsked] = useState<{ email: string; atSeconds: number } | null>(null)
  const nowSeconds = useServerSeconds()
  // Another address is another request: its button is prominent again.
  const isAgain = asked !== null && asked.email === form.values.email.trim()
  const waitSeconds = isAgain ? Math.max(0, asked.atSeconds + AGAIN_AFTER_SECONDS - nowSeconds) : 0

  const ask = form.submit(({ email }) => email.trim(), {
    onSuccess: () => setAsked({ email: form.values.email.trim(), atSeconds: Math.floor(serverNow() / 1000) }),
  })
  const handleSubmit = (event: SubmitEvent) => (waitSeconds > 0 ? event.preventDefault() : ask(event))
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-4">
      <ErrorNotice error={request.error} title="We could not request the email" />
      {request.isSuccess && (
        <Notice tone="good" title="Check your email">
          If {request.variables} belongs to a member, a link is on its way there. It works once, for a short time.
          Nothing after a few minutes? Check your spam folder, or ask your administrator.
        </Notice>
      )}
      <EmailField {...form.field('email')} />
      <div className="grid gap-2">
        <Button
          type="submit"
          look={isAgain ? 'plain' : 'primary'}
          size={isAgain ? 'normal' : 'large'}
          isBusy={request.isPending || waitSeconds > 0}
          aria-describedby={waitSeconds > 0 ? 'again-note' : undefined}
          className={waitSeconds > 0 ? 'border-line! bg-sunken! text-muted!' : ''}
        >
          {request.isPending ? 'Sending…' : isAgain ? 'Send the link again' : 'Send the link'}
        </Button>
        {waitSeconds > 0 && (
          <p id="again-note" className="figures text-center text-xs text-balance text-muted">
            Emails take a moment. You can send it again in {waitSeconds} {waitSeconds === 1 ? 'second' : 'seconds'}.
          </p>
        )}
      </div>
    </form>
  )
}
