import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { askForRestock, RESTOCK_CONFIRM_DAYS } from '#contract/buyers/restock.ts'
import { LEAD_TYPE_NAMES, type PackageId, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { readEmail } from '#contract/email-address.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import { callApi, queryClient } from '#web/lib/call-api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deskQuery, deskRestocksQuery } from './desk-data.ts'

const RULES = {
  email: (text: string) => (readEmail(text) === null ? 'Enter the email address that we should write to.' : undefined),
}

type AskRestockProps = { packageId: PackageId; place?: string | undefined; onClose: () => void }
export function AskRestock({ packageId, place, onClose }: AskRestockProps) {
  const { tier, size, leadType } = packageKeyOf(packageId)
  // Another tab may have closed it, or opened another buyer's.
  const desk = useQuery({ ...deskQuery, staleTime: 0 })
  return (
    <Dialog title="Email me when it’s back" onClose={onClose}>
      <p className="font-semibold">{packageName({ tier, size })}</p>
      <p className="text-sm text-muted">
        {LEAD_TYPE_NAMES[leadType]}
        {place && `, ${place}`}
      </p>
      <p className="mt-4 mb-5 text-sm text-muted">
        We email you when this package is back in stock, at most once a day. Every email has a link that stops them.
      </p>
      {desk.isPending ? (
        <Skeleton className="h-32" />
      ) : (
        <AskForm packageId={packageId} ownEmail={desk.data?.desk?.email ?? null} />
      )}
    </Dialog>
  )
}

function AskForm({ packageId, ownEmail }: { packageId: PackageId; ownEmail: string | null }) {
  const ask = useMutation({
    mutationFn: (body: BodyInputOf<typeof askForRestock>) => callApi(askForRestock, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deskRestocksQuery.queryKey }),
  })
  const form = useForm({ start: { email: ownEmail ?? '' }, rules: RULES, lengthsMax: { email: 254 }, send: ask })
  if (ask.isSuccess) return <Asked state={ask.data.state} email={form.values.email.trim()} />
  return (
    <form noValidate onSubmit={form.submit(({ email }) => ({ packageId, email: email.trim() }))} className="grid gap-4">
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
      <ErrorNotice error={form.error} />
      <SubmitButton label="Tell me" busy="Sending…" isBusy={ask.isPending} className="justify-self-start" />
    </form>
  )
}

type AskedProps = { state: ReplyOutputOf<typeof askForRestock>['state']; email: string }
function Asked({ state, email }: AskedProps) {
  const place = useRef<HTMLDivElement>(null)
  // The pressed button is gone, so the focus moves here for keyboards and screen readers.
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice tone="good" title={state === 'standing' ? 'You are on the list' : 'Check your email'}>
        {state === 'standing'
          ? `We will write to ${email} when there are more.`
          : `We sent a link to ${email}. Open it and press the button, and you are on the list. The link works for ${RESTOCK_CONFIRM_DAYS} days.`}
      </Notice>
    </div>
  )
}
