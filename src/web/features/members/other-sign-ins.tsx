import { KeyRound } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePasskeyLogIn } from './use-passkey.ts'

/** Ways to sign in other than by email and password. */
export function OtherSignIns() {
  const passkey = usePasskeyLogIn()
  return (
    <div className="mt-5 grid gap-4 border-t border-line pt-5">
      {passkey.error && (
        <Notice tone="danger" title="Login failed">
          {passkey.error.sentence}
        </Notice>
      )}
      <Button size="large" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound size={18} aria-hidden="true" />
        {passkey.isPending ? 'Waiting for your passkey…' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}
