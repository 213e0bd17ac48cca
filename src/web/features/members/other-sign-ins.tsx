import { Building2, KeyRound } from 'lucide-react'
import { useSignInWays } from '#web/lib/use-sign-in-ways.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useIssuer } from './use-issuer.ts'
import { usePasskeyLogIn } from './use-passkey.ts'

/** Ways to sign in without email and password. @param next the page to go on to, a path of ours */
export function OtherSignIns({ next }: { next: string | undefined }) {
  const passkey = usePasskeyLogIn()
  const issuer = useIssuer()
  const { issuerLabel, hasPasswords } = useSignInWays()
  const error = passkey.error ?? issuer.error
  return (
    <div className={hasPasswords ? 'mt-5 grid gap-3 border-t border-line pt-5' : 'grid gap-3'}>
      {error && (
        <Notice tone="danger" title="Login failed">
          {error.sentence}
        </Notice>
      )}
      {issuerLabel && (
        <Button
          size="large"
          look={hasPasswords ? 'plain' : 'primary'}
          disabled={issuer.isPending}
          onClick={() => issuer.mutate(next === undefined ? {} : { next })}
        >
          <Building2 size={18} aria-hidden="true" />
          Sign in with {issuerLabel}
        </Button>
      )}
      <Button size="large" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound size={18} aria-hidden="true" />
        {passkey.isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}
