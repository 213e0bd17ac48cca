import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DESK_CODE_MINUTES, type openDesk, type sendDeskCode } from '#contract/buyers/desk.ts'
import { readEmail } from '#contract/email-address.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { keepDesk } from './desk-data.ts'

const EMAIL_RULES = {
  email: (text: string) => (readEmail(text) === null ? 'Enter the email address you ordered with.' : undefined),
}
const CODE_RULES = { code: (text: string) => (text.trim() === '' ? 'Enter the code from the email.' : undefined) }

/** Asks for the address, then for the code that was mailed there. */
export function OpenDeskForm() {
  const [email, setEmail] = useState<string | null>(null)
  return email === null ? (
    <EmailStep onSent={setEmail} />
  ) : (
    <CodeStep key={email} email={email} onOtherEmail={() => setEmail(null)} />
  )
}

const useSendCode = () =>
  useMutation<ReplyOutputOf<typeof sendDeskCode>, ApiError, BodyInputOf<typeof sendDeskCode>>({
    mutationFn: (body) => callApi<typeof sendDeskCode>('POST', '/api/desk/codes', { body }),
  })

function EmailStep({ onSent }: { onSent: (email: string) => void }) {
  const send = useSendCode()
  const form = useForm({ start: { email: '' }, rules: EMAIL_RULES, lengthsMax: { email: 254 }, send })
  const handleSubmit = form.submit(({ email }) => ({ email: email.trim() }), {
    onSuccess: () => onSent(form.values.email.trim()),
  })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      <Button type="submit" look="primary" aria-disabled={send.isPending || undefined} className="justify-self-start">
        {send.isPending ? 'Sending…' : 'Email me a code'}
      </Button>
    </form>
  )
}

function CodeStep({ email, onOtherEmail }: { email: string; onOtherEmail: () => void }) {
  const send = useSendCode()
  const open = useMutation<ReplyOutputOf<typeof openDesk>, ApiError, BodyInputOf<typeof openDesk>>({
    mutationFn: (body) => callApi<typeof openDesk>('POST', '/api/desk/open', { body }),
    onSuccess: keepDesk,
  })
  const form = useForm({
    start: { code: '' },
    rules: CODE_RULES,
    lengthsMax: { code: 20 },
    send: open,
    refusedFields: { desk_code_wrong: 'code' },
  })
  const sent = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so the focus moves here for keyboards and screen readers.
  useEffect(() => sent.current?.focus(), [])
  const { error } = send
  return (
    <form noValidate onSubmit={form.submit(({ code }) => ({ email, code: code.trim() }))} className="grid gap-4">
      <div ref={sent} tabIndex={-1} className="outline-none">
        <Notice tone="good" title="Check your email">
          If {email} has ordered here, a code is on its way. It works for {DESK_CODE_MINUTES} minutes.
        </Notice>
      </div>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder="XXXX-XXXX"
        className="max-w-60"
        {...form.field('code')}
      />
      {form.error && <Notice tone="danger">{form.error.sentence}</Notice>}
      {error && <Notice tone="danger">{error.sentence}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" aria-disabled={open.isPending || undefined}>
          {open.isPending ? 'Opening…' : 'Show my orders'}
        </Button>
        <Button onClick={() => send.mutate({ email })} aria-disabled={send.isPending || undefined}>
          {send.isSuccess ? 'Sent again' : 'Send another code'}
        </Button>
        <Button look="quiet" onClick={onOtherEmail}>
          Use another address
        </Button>
      </div>
    </form>
  )
}
