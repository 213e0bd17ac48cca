import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import * as contract from '#contract/buyers/desk.ts'
import type { CreditReason } from '#contract/credit/credit-use.ts'
import { readEmail } from '#contract/email-address.ts'
import { callApi, queryClient } from '#web/lib/call-api.ts'
import { formatDate, formatDateTime, formatDollars } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, EndableRow, ErrorNotice, ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { readStored, writeStored } from '#web/ui/storage.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { deskCreditQuery, deskQuery, deskWaitingQuery, keepDesk } from './desk-data.ts'

const EMAIL_RULES = {
  email: (text: string) => (readEmail(text) === null ? 'Enter the email address you ordered with.' : undefined),
}

const CODE_RULES = {
  code: (text: string) =>
    /^\d{6}$/.test(text.replace(/\s/g, '')) ? undefined : 'Enter the six digits from the email.',
}

/** A code works only for the request that it was mailed for. */
type SentCode = { email: string; codeId: string }

/** Phones reload a page that was left for the mail. */
const SENT_KEY = 'desk-code'

/** `email`: whose orders are probably wanted. */
export function OpenDeskForm({ email }: { email: string }) {
  const [sent, setSentHere] = useState(() => readStored('session', SENT_KEY) as SentCode | null)
  const setSent = (next: SentCode | null) => {
    writeStored('session', SENT_KEY, next)
    setSentHere(next)
  }
  return sent === null ? (
    <EmailStep email={email} onSent={setSent} />
  ) : (
    <CodeStep key={sent.codeId} {...sent} onSentAgain={setSent} onOtherEmail={() => setSent(null)} />
  )
}

const useSendCode = () =>
  useMutation({ mutationFn: (email: string) => callApi(contract.sendDeskCode, { body: { email } }) })

function EmailStep({ email, onSent }: { email: string; onSent: (sent: SentCode) => void }) {
  const send = useSendCode()
  const form = useForm({ start: { email }, rules: EMAIL_RULES, lengthsMax: { email: 254 }, send })
  const handleSubmit = form.submit(({ email }) => email.trim(), {
    onSuccess: ({ codeId }) => onSent({ email: form.values.email.trim(), codeId }),
  })
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" {...form.field('email')} />
      <ErrorNotice error={form.error} />
      <SubmitButton label="Email me a code" busy="Sending…" isBusy={send.isPending} className="justify-self-start" />
    </form>
  )
}

interface CodeStepProps extends SentCode {
  onSentAgain: (sent: SentCode) => void
  onOtherEmail: () => void
}

function CodeStep({ email, codeId, onSentAgain, onOtherEmail }: CodeStepProps) {
  const send = useSendCode()
  const open = useMutation({
    mutationFn: (code: string) => callApi(contract.openDesk, { body: { codeId, code } }),
    onSuccess: (desk) => {
      writeStored('session', SENT_KEY, null)
      keepDesk(desk)
    },
  })
  const form = useForm({
    start: { code: '' },
    rules: CODE_RULES,
    lengthsMax: { code: 20 },
    send: open,
    refusedFields: { desk_code_wrong: 'code' },
  })
  const shown = useRef<HTMLFormElement>(null)
  const isTyped = /^\d{6}$/.test(form.values.code)
  useEffect(() => {
    if (isTyped) shown.current?.requestSubmit()
  }, [isTyped])
  return (
    <form ref={shown} noValidate onSubmit={form.submit(({ code }) => code.trim())} className="grid gap-4">
      <Notice tone="good" title="Check your email">
        If {email} has ordered here, a code is on its way. It works for {contract.DESK_CODE_MINUTES} minutes.
      </Notice>
      <TextField
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        className="figures max-w-60"
        {...form.field('code')}
      />
      <ErrorNotice error={form.error} />
      <ErrorNotice error={send.error} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton label="Show my orders" busy="Opening…" isBusy={open.isPending} />
        <Button
          onClick={() => send.mutate(email, { onSuccess: (again) => onSentAgain({ email, codeId: again.codeId }) })}
          isBusy={send.isPending}
        >
          Send another code
        </Button>
        <Button look="quiet" className="max-sm:-ml-4" onClick={onOtherEmail}>
          Use another address
        </Button>
      </div>
    </form>
  )
}

type OpenByLinkProps = { secret: string; onOpened: () => void; onEnded: () => void }
/** Opens the desk with a mailed link, but only when its reader presses the button, which mail scanners don't. */
export function OpenByLink({ secret, onOpened, onEnded }: OpenByLinkProps) {
  const open = useMutation({
    mutationFn: () => callApi(contract.openDeskByLink, { body: { secret } }),
    onSuccess: (desk) => {
      keepDesk(desk)
      onOpened()
    },
  })
  const { error } = open
  if (error?.code === 'desk_link_ended')
    return (
      <Notice
        tone="attention"
        title="This link no longer works"
        action={<Button onClick={onEnded}>Get a new code</Button>}
      >
        {error.sentence}
      </Notice>
    )
  return (
    <div className="grid gap-4">
      <p className="text-muted">Press the button to see your orders in this browser. The link works once.</p>
      <ErrorNotice error={error} />
      <Button look="primary" className="justify-self-start" onClick={() => open.mutate()} isBusy={open.isPending}>
        {open.isPending ? 'Opening…' : 'Open my orders'}
      </Button>
    </div>
  )
}

/** Payment links and Cash App orders that are held for the buyer. Renders nothing if none is. */
export function DeskWaitingList() {
  const { data } = useQuery({ ...deskWaitingQuery, staleTime: 0 })
  if (!data || data.waiting.length === 0) return null
  return (
    <Panel title="Waiting for your payment" intro="These packages are held for you until then.">
      <ul className="divide-y divide-line border-y border-line">
        {data.waiting.map((one) => (
          <li key={one.token} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <p className="text-sm">
              <span className="font-semibold">{formatDollars(one.total)}</span>{' '}
              {one.kind === 'link' ? 'payment request' : `Cash App order ${one.reference}`}
              <span className="block text-muted">until {formatDateTime(one.endsAt)}</span>
            </p>
            <Link
              to={one.kind === 'link' ? paths.payment : paths.order}
              params={{ token: one.token }}
              className={buttonClasses(one.kind === 'link' ? 'primary' : 'plain')}
            >
              {one.kind === 'link' ? 'Pay' : 'See order'}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const REASONS: Readonly<Record<CreditReason, string>> = {
  late: 'Leads were late',
  claim: 'For bad leads',
  returning: 'For coming back',
  granted: 'From our team',
  reserved: 'Used for an order',
  returned: 'Not needed by the order',
  refund: 'Refunded as credit',
  taken_back: 'Taken back with a refund',
}

/** The balance and its latest changes. */
export function DeskCredit() {
  const list = useQuery({ ...deskCreditQuery, staleTime: 0 })
  const { data: config } = useStoreConfig()
  const { data } = list
  if (!data) return <ListTrouble list={list} title="Your store credit could not be loaded" />
  if (data.entries.length === 0)
    return (
      <EmptyState title="No store credit yet">
        You earn it for leads that are late or bad
        {config?.hasReturningCredit && ', and with every order after your first'}. Use it at checkout.
      </EmptyState>
    )
  return (
    <Panel title={`Store credit: ${formatDollars(data.balance)}`} intro="Use it at checkout.">
      <ul className="divide-y divide-line border-y border-line text-sm">
        {data.entries.map((entry) => (
          <li key={entry.id} className="flex justify-between gap-4 py-2">
            <span>
              {REASONS[entry.reason]}
              <span className="figures block text-xs text-muted">
                {entry.reference}, {formatDate(entry.at)}
              </span>
            </span>
            <span className="figures font-semibold">
              {entry.amount < 0 ? '−' : '+'}
              {formatDollars(Math.abs(entry.amount))}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function DeskSessions({ desk, onLogOut }: { desk: contract.Desk; onLogOut: () => void }) {
  const close = useMutation({
    mutationFn: ({ id }: contract.DeskSession) => callApi(contract.closeDesk, { params: { deskSessionId: id } }),
    onSuccess: (_reply, { isThisOne, device }) => {
      if (isThisOne) {
        onLogOut()
        return keepDesk(null)
      }
      showToast({ title: 'Logged out', description: `Your orders are no longer open in ${device}.` })
      return queryClient.invalidateQueries({ queryKey: deskQuery.queryKey })
    },
    onError: (error) => showFailure('Error', error.sentence),
  })
  return (
    <Panel title="Logged-in devices" intro="Log out a browser that is not yours, or that others use too.">
      <ul className="divide-y divide-line border-y border-line text-sm">
        {desk.sessions.map((session) => (
          <EndableRow
            key={session.id}
            end="Log out"
            label={session.isThisOne ? 'Log out this browser' : `Log out ${session.device}`}
            onEnd={() => close.isPending || close.mutate(session)}
          >
            <p className="flex flex-wrap items-center gap-2 font-semibold">
              {session.device} {session.isThisOne && <StatusPill tone="done">This browser</StatusPill>}
            </p>
            <p className="figures text-xs text-muted">
              Logged in {formatDate(session.openedAt)}, last used {formatDate(session.usedAt)}
            </p>
          </EndableRow>
        ))}
      </ul>
    </Panel>
  )
}
