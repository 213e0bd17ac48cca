import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { confirmEmail } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PressToConfirm } from '#web/ui/press-to-confirm.tsx'

/** Confirms a member's address with the token from the email. */
export function ConfirmEmail({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => callApi<typeof confirmEmail>('PUT', '/api/profile/email-confirmation', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['/api/me'] }),
  })
  const action = (
    <Link to={paths.profile} className={buttonClasses(confirm.isSuccess ? 'primary' : 'plain')}>
      Go to My Profile
    </Link>
  )
  const isOver = confirm.error?.code === 'mail_link_invalid'
  return (
    <PressToConfirm
      words="Press the button to confirm that you get email at this address."
      button="Confirm my address"
      busyButton="Confirming…"
      onPress={() => confirm.mutate()}
      isBusy={confirm.isPending}
      done={
        confirm.isSuccess
          ? { title: 'Your email address is confirmed', words: 'Your account now shows as Verified.', action }
          : undefined
      }
      over={
        isOver
          ? {
              title: 'This link no longer works',
              words: `${confirm.error?.sentence} You can do that in your profile.`,
              action,
            }
          : undefined
      }
      complaint={confirm.error?.sentence}
    />
  )
}
