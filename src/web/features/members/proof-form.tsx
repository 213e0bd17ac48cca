import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { proveIdentity } from '#contract/members/profile.ts'
import { type ApiError, callApi, queryClient } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { PasswordField, UsernameHint } from './profile/form-parts.tsx'
import { useIssuer, usePasskeyProof } from './use-other-sign-ins.ts'

/** Asks a member for the password, and the code if they have one, once more. */
export default function ProofForm({ user, onAnswer }: { user: CurrentUser; onAnswer: (isProven: boolean) => void }) {
  const titleId = useId()
  const prove = useMutation<unknown, ApiError, BodyInputOf<typeof proveIdentity>>({
    mutationFn: async (body) => {
      // The session continues under another cookie: a read in progress with the old one would be refused.
      await queryClient.cancelQueries()
      return callApi(proveIdentity, { body })
    },
  })
  const form = useForm({ start: { password: '', code: '' }, send: prove })
  const passkey = usePasskeyProof()
  const handlePasskey = () => passkey.mutate(undefined, { onSuccess: () => onAnswer(true) })
  const issuer = useIssuer()
  const { issuerLabel, hasPasswords } = useSignInWays()
  // Without passwords, these are the only ways.
  const otherWay = hasPasswords ? ({ look: 'quiet', size: 'small' } as const) : ({ look: 'primary' } as const)
  const error = prove.error ?? issuer.error ?? passkey.error
  const handleIssuer = () => issuer.mutate({ isAgain: true, next: location.pathname + location.search })
  const hasCode = user.hasSecondFactor || prove.error?.code === 'second_factor_required'
  const isFilled = form.values.password !== '' && (!hasCode || form.isFilled('code'))
  const handleSubmit = form.submit(({ password, code }) => ({ password, ...(hasCode ? { code: code.trim() } : {}) }), {
    onSuccess: () => onAnswer(true),
  })
  return (
    <Modal
      aria-labelledby={titleId}
      onClose={() => onAnswer(false)}
      className="arrive m-auto w-[calc(100%-2rem)] max-w-md rounded-md border border-line bg-paper p-0 text-ink shadow-float"
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-4 p-5">
        <h2 id={titleId} className="display text-xl">
          Is it you?
        </h2>
        <p className="text-sm">
          {hasPasswords
            ? 'This changes who can log in or where money goes, so please enter your password again.'
            : 'This changes who can log in or where money goes, so please log in once more.'}{' '}
          We won’t ask again for 5 minutes.
        </p>
        <ErrorNotice error={error} />
        <UsernameHint email={user.email} />
        {hasPasswords && <PasswordField autoFocus {...form.field('password')} />}
        {hasPasswords && hasCode && (
          <TextField
            label="Six-digit code"
            note="or a recovery code"
            autoComplete="one-time-code"
            maxLength={40}
            className="figures"
            {...form.field('code')}
          />
        )}
        {(issuerLabel || user.hasPasskey) && (
          <div className={hasPasswords ? '-mx-3 flex flex-wrap gap-x-2' : 'flex flex-wrap gap-2'}>
            {issuerLabel && (
              <Button {...otherWay} disabled={issuer.isPending} onClick={handleIssuer}>
                Log in with {issuerLabel} again
              </Button>
            )}
            {user.hasPasskey && (
              <Button {...otherWay} disabled={passkey.isPending} onClick={handlePasskey}>
                {passkey.isPending ? 'Waiting…' : 'Use a passkey'}
              </Button>
            )}
          </div>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          {hasPasswords && (
            <SubmitButton label="Continue" busy="Checking…" isBusy={prove.isPending} disabled={!isFilled} />
          )}
        </div>
      </form>
    </Modal>
  )
}
