import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronDown, Circle } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ConnectionName, SOURCE_WORDS } from '#contract/admin/connections.ts'
import * as contract from '#contract/admin/setup.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const SETUP_WORDS: Readonly<Record<contract.SetupStepName, { title: string; help: string; variables?: string }>> = {
  stock: {
    title: 'Put leads on sale',
    help: 'Import a file of leads, and stock follows the leads. Or enter how many packages you have.',
  },
  prices: {
    title: 'Check your prices',
    help: 'The store starts with default prices. Change them, or confirm that they are right.',
  },
  cards: {
    title: 'Connect Stripe',
    help: 'Enter your keys, so that buyers can pay by card.',
    variables: 'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET',
  },
  mail: {
    title: 'Connect your mail server',
    help: 'Enter it with a sender of your own domain, so that buyers get their leads.',
    variables: 'SMTP_URL and MAIL_FROM',
  },
  mail_records: {
    title: 'Publish SPF, DKIM and DMARC',
    help: 'Without these DNS records, mailbox providers refuse your emails or mark them as spam. Your mail service gives you the values.',
  },
  texts: {
    title: 'Register text messages',
    help: 'Carriers block unregistered senders. Register this campaign with Twilio, then enter your account.',
    variables: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM',
  },
  policies: {
    title: 'Review your terms, privacy, refunds and rules for using leads',
    help: 'Your store came with four texts, which buyers can read already. Have a lawyer read them, and publish them as yours in Settings.',
  },
  rep: { title: 'Add your first sales rep', help: 'Reps get an invitation by email. Skip this if no one else sells.' },
  purchase: {
    title: 'Make a test purchase',
    help: 'Once something is on sale, buy a package yourself, check the emails and the leads, then refund the order.',
  },
  backup: {
    title: 'Test a backup',
    help: 'Restore one and confirm it here. A store with an automatic backup tries it every week.',
    variables: 'BACKUP_TO and BACKUP_KEY',
  },
}

/** Which steps are open; none in a demo store. */
function useOpenSteps() {
  // Most steps are taken elsewhere.
  const { data } = useQuery({ ...query(contract.getSetup), ...FRESH })
  return { data, open: data && !data.isDemo ? data.steps.filter(({ isDone }) => !isDone) : [] }
}

/** What stands in place of an empty list of work until something is on sale; null in a store that sells. */
export function useNotOnSale(): ReactNode {
  const { data, open } = useOpenSteps()
  if (!data || data.onSale || open.length === 0) return null
  return (
    <EmptyState title="Not on sale yet" action={<StepLinks name="stock" setup={data} />}>
      Buyers find nothing to buy. Next:{' '}
      {open
        .slice(0, 3)
        .map(({ name }) => SETUP_WORDS[name].title)
        .join(' · ')}
      {open.length > 3 && `, and ${open.length - 3} more steps above`}.
    </EmptyState>
  )
}

/** What a new owner still has to do before selling. Gone once everything is done, and in a demo store. */
export function SetupPanel() {
  const { data, open } = useOpenSteps()
  if (!data || open.length === 0) return null
  const hasSold = !open.some(({ name }) => name === 'purchase')
  return (
    // Unfolded until the first sale: then the day's work comes first.
    <details open={!hasSold} className="group rounded-md border border-line bg-surface">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-md p-4 sm:px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <h2 className="text-base font-semibold">Set up your store</h2>
          <span className="mt-1 block text-sm text-muted">
            {data.steps.length - open.length} of {data.steps.length} done. Steps are checked off as you finish them.
          </span>
        </span>
        <ChevronDown size={20} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <ol className="divide-y divide-line border-t border-line px-4 sm:px-5">
        {data.steps.map(({ name, isDone }) => (
          <li key={name} className="flex gap-3 py-3 text-sm">
            {isDone ? (
              <>
                <Check size={20} aria-hidden="true" className="shrink-0 text-accent" />
                <span className="text-muted">
                  {SETUP_WORDS[name].title}
                  {isConnection(name) && `: ${SOURCE_WORDS[name][data.sources[name]]}`}
                  <span className="sr-only"> (done)</span>
                </span>
              </>
            ) : (
              <>
                <Circle size={20} aria-hidden="true" className="shrink-0 text-muted" />
                <OpenStep name={name} setup={data} />
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}

function OpenStep({ name, setup }: { name: contract.SetupStepName; setup: contract.Setup }) {
  const { title, help, variables } = SETUP_WORDS[name]
  return (
    <div className="grid min-w-0 grow gap-2 lg:flex lg:items-start lg:justify-between lg:gap-6">
      <div className="min-w-0">
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-0.5 max-w-prose text-muted wrap-anywhere">{help}</p>
        {isConnection(name) && <p className="mt-0.5">Now: {SOURCE_WORDS[name][setup.sources[name]]}.</p>}
        {variables && (
          <details className="mt-1 text-muted wrap-anywhere">
            <summary className="min-h-6 cursor-pointer font-semibold text-accent">For your developer</summary>
            Set {variables} and restart.
          </details>
        )}
        {name === 'mail_records' && <MailRecords records={setup.mailRecords} />}
        {name === 'texts' && <Campaign campaign={setup.campaign} />}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        <StepLinks name={name} setup={setup} />
        {isConfirmed(name) && <ConfirmStep step={name} />}
      </div>
    </div>
  )
}

const isConnection = (name: contract.SetupStepName): name is ConnectionName & contract.SetupStepName =>
  name in SOURCE_WORDS

function StepLinks({ name, setup }: { name: contract.SetupStepName; setup: contract.Setup }) {
  // A test purchase needs something to buy.
  const isTooEarly = name === 'purchase' && !setup.onSale
  const links = isTooEarly ? STEP_LINKS.stock : STEP_LINKS[name]
  return links.map(({ words, ...link }) => (
    <Link
      key={words}
      {...link}
      {...(name === 'purchase' && setup.onSale && { search: setup.onSale })}
      className={buttonClasses('plain', 'small')}
    >
      {words}
    </Link>
  ))
}

const settingsPart = (words: string, hash: string) => [
  { words, to: paths.adminSection, params: { section: 'settings' }, hash } as const,
]

/** Where a step is taken. */
const STEP_LINKS: { readonly [Name in contract.SetupStepName]: readonly (LinkProps & { words: string })[] } = {
  stock: [
    { words: 'Import leads', to: paths.adminSection, params: { section: 'imports' } },
    { words: 'Set stock', to: paths.admin, search: { tab: 'inventory' } },
  ],
  prices: [{ words: 'Open prices', to: paths.admin, search: { tab: 'pricing' } }],
  cards: settingsPart('Enter card keys', 'cards'),
  mail: settingsPart('Enter the mail server', 'mail'),
  mail_records: settingsPart('Open the sender', 'mail'),
  texts: settingsPart('Enter Twilio', 'texts'),
  policies: settingsPart('Open the texts', 'legal'),
  backup: [{ words: 'Open jobs', to: paths.adminSection, params: { section: 'jobs' } }],
  rep: [{ words: 'Invite a rep', to: paths.admin, search: { tab: 'team' } }],
  purchase: [{ words: 'Open a county with stock', to: paths.leads }],
}

/** What confirms a step that the store cannot check. */
const CONFIRM_WORDS: Readonly<Record<contract.ConfirmedStep, string>> = {
  prices: 'Prices are right',
  rep: 'Skip',
  backup: 'I restored a backup',
  texts: 'Skip',
}

const isConfirmed = (name: contract.SetupStepName): name is contract.ConfirmedStep => name in CONFIRM_WORDS

function ConfirmStep({ step }: { step: contract.ConfirmedStep }) {
  const confirm = useChange({
    affects: [contract.getSetup.path],
    send: () => callApi(contract.confirmSetupStep, { params: { step }, body: { isConfirmed: true } }),
    failed: 'Nothing was changed',
    isReloadAwaited: true,
  })
  return (
    <Button
      size="small"
      about={`: ${SETUP_WORDS[step].title}`}
      isBusy={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {CONFIRM_WORDS[step]}
    </Button>
  )
}

const RECORD_WORDS: Readonly<Record<contract.MailRecord['state'], string>> = {
  found: 'found',
  missing: 'missing',
  unknown: 'DNS did not answer',
}

function MailRecords({ records }: { records: readonly contract.MailRecord[] }) {
  if (records.length === 0) return <p className="mt-1 text-muted">First set a sender of your own domain.</p>
  return (
    <ul className="mt-2 grid gap-1">
      {records.map(({ kind, host, state }) => (
        <li key={kind} className="wrap-anywhere">
          <span className="font-semibold">{kind}</span> at {host}:{' '}
          <span className={state === 'found' ? 'text-accent' : 'text-danger'}>{RECORD_WORDS[state]}</span>
          {kind === 'DKIM' &&
            state === 'missing' &&
            ' under the usual names. If yours is another, set MAIL_DKIM_SELECTOR.'}
        </li>
      ))}
    </ul>
  )
}

function Campaign({ campaign }: { campaign: contract.Setup['campaign'] }) {
  const parts = [
    ['Use case', campaign.useCase],
    ['How people agree', campaign.consent],
    ...campaign.samples.map((text, index) => [`Sample ${index + 1}`, text]),
  ] as const
  return (
    <details className="mt-2">
      <summary className="min-h-6 cursor-pointer font-semibold text-accent">What to enter</summary>
      <dl className="mt-2 grid gap-2">
        {parts.map(([label, text]) => (
          <div key={label} className="grid gap-1">
            <dt className="font-semibold">{label}</dt>
            <dd className="flex flex-wrap items-start justify-between gap-2">
              <span className="max-w-prose wrap-anywhere">{text}</span>
              <CopyButton text={text ?? ''} label="Copy" about={label ?? ''} size="small" />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
