import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { type Secret, useConfirmSecondFactor } from './use-second-factor.ts'

interface AuthenticatorStepProps {
  secret: Secret
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/** Hands the secret to an app, by camera or by hand, and turns the second step on once a code proves it arrived. */
export function AuthenticatorStep({ secret, onDone, onCancel }: AuthenticatorStepProps) {
  const [code, setCode] = useState('')
  const confirm = useConfirmSecondFactor()
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !confirm.isPending) confirm.mutate(code, { onSuccess: onDone })
  }
  return (
    <form onSubmit={handleSubmit} className="grid gap-4 text-sm">
      <p ref={start} tabIndex={-1}>
        Scan this with an authenticator app, for example the one your phone brings or your password manager.
      </p>
      <QrCode
        text={secret.uri}
        label="QR code for the authenticator app"
        className="size-48 rounded-md border border-line"
      />
      <p>
        No camera? Type this key into the app:{' '}
        <code className="figures block break-all pt-1 font-semibold tracking-wider">{inFours(secret.secret)}</code>
      </p>
      {confirm.error && <Notice tone="danger">{confirm.error.sentence}</Notice>}
      <TextField
        label="Six-digit code the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        className="max-w-64"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={code.trim() === '' || confirm.isPending}>
          {confirm.isPending ? 'Checking…' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** Groups of four are read and typed without losing one's place. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
