import { useEffect, useRef } from 'react'
import { useForm } from '#web/lib/use-form.ts'
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

/** Passes the secret to an app, by camera or by hand, and turns the second step on once a code proves that it arrived. */
export function AuthenticatorStep({ secret, onDone, onCancel }: AuthenticatorStepProps) {
  const confirm = useConfirmSecondFactor()
  const form = useForm({ start: { code: '' }, send: confirm })
  const handleSubmit = form.submit(({ code }) => code, { onSuccess: onDone })
  const start = useRef<HTMLParagraphElement>(null)
  useEffect(() => start.current?.focus(), [])
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4 text-sm">
      <p ref={start} tabIndex={-1}>
        Scan this with an authenticator app, such as the one on your phone or your password manager.
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
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <TextField
        label="Six-digit code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.field('code')}
        className="max-w-64"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={!form.isFilled('code') || confirm.isPending}>
          {confirm.isPending ? 'Checking…' : 'Turn on'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** Groups of four can be read and typed without losing one's place. */
function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
