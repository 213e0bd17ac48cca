import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import { requestPasswordReset } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useServerSeconds } from '#web/lib/use-server-seconds.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmailField } from './form-parts.tsx'

/** Long enough for an email to arrive; earlier requests would only fill the mailbox. */
const AGAIN_AFTER_SECONDS = 60
const RULES = { email: (text: string) => (readEmail(text) === null ? EMAIL_WRONG : undefined) }

/** Asks for the email. The reply is the same for every address, so it does not reveal who works here. */
export function ForgotPasswordForm() {
  const request = useMutation({
    mutationFn: (email: string) => callApi(requestPasswordReset, { body: { email } }),
  })
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
      {request.error && (
        <Notice tone="danger" title="We could not request the email">
          {request.error.sentence}
        </Notice>
      )}
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
          aria-disabled={request.isPending || waitSeconds > 0 || undefined}
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
