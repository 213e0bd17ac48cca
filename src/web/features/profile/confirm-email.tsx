import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { confirmEmail } from '#contract/profile.ts'
import { callApi } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Confirms at a press, not when the page opens: mail scanners open links too, and the link works only once. */
export function ConfirmEmail({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => callApi<typeof confirmEmail>('PUT', '/api/profile/email-confirmation', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['/api/me'] }),
  })
  const toProfile = (
    <Link to={paths.profile} className={buttonClasses(confirm.isSuccess ? 'primary' : 'plain')}>
      Go to My Profile
    </Link>
  )

  if (confirm.isSuccess) {
    return (
      <Notice tone="good" title="Your email address is confirmed" action={toProfile}>
        Your account now shows as Verified.
      </Notice>
    )
  }
  if (confirm.error?.code === 'mail_link_invalid') {
    return (
      <Notice tone="danger" title="This link does not work any more" action={toProfile}>
        {confirm.error.sentence} You find it in your profile.
      </Notice>
    )
  }
  return (
    <>
      <p>Press the button to tell us that you can read mail at this address.</p>
      {confirm.error && (
        <Notice tone="danger" className="mt-4">
          {confirm.error.sentence}
        </Notice>
      )}
      <Button look="primary" className="mt-4" onClick={() => confirm.mutate()} disabled={confirm.isPending}>
        {confirm.isPending ? 'Confirming…' : 'Confirm my address'}
      </Button>
    </>
  )
}
