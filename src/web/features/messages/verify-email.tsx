import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { verifyEmail } from '#contract/messages/notifications.ts'
import { callApi } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PressToConfirm } from '#web/ui/press-to-confirm.tsx'

/** Confirms a buyer's address with the token from the email of their first order. */
export function VerifyEmail({ token }: { token: string }) {
  const verify = useMutation({
    mutationFn: () => callApi<typeof verifyEmail>('POST', '/api/verify-email', { body: { token } }),
  })
  const action = (
    <Link to={paths.leads} className={buttonClasses(verify.isSuccess ? 'primary' : 'plain')}>
      Browse Lead Packages
    </Link>
  )
  const isOver = verify.error?.code === 'verification_link_invalid'
  return (
    <PressToConfirm
      words="Press the button to confirm that you get email at this address. We send your orders, and everything about them, there."
      button="Confirm my address"
      busyButton="Confirming…"
      onPress={() => verify.mutate()}
      isBusy={verify.isPending}
      done={
        verify.isSuccess
          ? {
              title: 'Your email address is confirmed',
              words: 'Thank you. That is all we need for your order.',
              action,
            }
          : undefined
      }
      over={isOver ? { title: 'This link no longer works', words: verify.error?.sentence, action } : undefined}
      overTone="info"
      complaint={verify.error?.sentence}
    />
  )
}
