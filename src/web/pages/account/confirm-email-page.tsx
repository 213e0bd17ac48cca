import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { getCurrentUser } from '#contract/members/auth.ts'
import { confirmEmail } from '#contract/members/profile.ts'
import { verifyEmail } from '#contract/messages/notifications.ts'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PressToConfirm } from '#web/ui/press-to-confirm.tsx'
import { AccountFrame } from './account-frame.tsx'

interface ConfirmationProps {
  confirm: UseMutationResult<unknown, ApiError, void>
  words: string
  doneWords: string
  overWords?: string
  overTone: 'danger' | 'info'
  link: { to: typeof paths.profile | typeof paths.leads; label: string }
}

function Confirmation({ confirm, words, doneWords, overWords = '', overTone, link }: ConfirmationProps) {
  const { error, isSuccess } = confirm
  const isOver = error?.code === 'mail_link_invalid' || error?.code === 'verification_link_invalid'
  const action = (
    <Link to={link.to} className={buttonClasses(isSuccess ? 'primary' : 'plain')}>
      {link.label}
    </Link>
  )
  return (
    <PressToConfirm
      words={words}
      button="Confirm my address"
      busyButton="Confirming…"
      onPress={() => confirm.mutate()}
      isBusy={confirm.isPending}
      done={isSuccess ? { title: 'Your email address is confirmed', words: doneWords, action } : undefined}
      over={isOver ? { title: 'This link no longer works', words: error.sentence + overWords, action } : undefined}
      overTone={overTone}
      fieldError={error?.sentence}
    />
  )
}

const PRESS = 'Press the button to confirm that you get email at this address.'

function ConfirmMember({ token }: { token: string }) {
  const client = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => callApi(confirmEmail, { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getCurrentUser.path] }),
  })
  return (
    <Confirmation
      confirm={confirm}
      words={PRESS}
      doneWords="Your account now shows as Verified."
      overWords=" You can do that in your profile."
      overTone="danger"
      link={{ to: paths.profile, label: 'Go to My Profile' }}
    />
  )
}

const memberRoute = getRouteApi(paths.confirmEmail)
const buyerRoute = getRouteApi(paths.verifyEmail)

/** The page of the link that confirms a member's address. */
export function ConfirmEmailPage() {
  const { token } = memberRoute.useSearch()
  return (
    <AccountFrame title={TEAM_TITLES['confirm-email']}>
      {token ? (
        <ConfirmMember token={token} />
      ) : (
        <p>This link is incomplete. Open the full link from the email, or request a new one in your profile.</p>
      )}
    </AccountFrame>
  )
}

/** The page of the email that asks the buyer of a first order to confirm the address. */
export function VerifyEmailPage() {
  const { token } = buyerRoute.useParams()
  const confirm = useMutation({ mutationFn: () => callApi(verifyEmail, { body: { token } }) })
  return (
    <AccountFrame title={TEAM_TITLES['confirm-email']}>
      <Confirmation
        confirm={confirm}
        words={`${PRESS} We send your orders, and everything about them, there.`}
        doneWords="Thank you. That is all we need for your order."
        overTone="info"
        link={{ to: paths.leads, label: 'Browse Lead Packages' }}
      />
    </AccountFrame>
  )
}
