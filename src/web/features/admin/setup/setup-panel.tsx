import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Check, ChevronDown, Circle } from 'lucide-react'
import { useState } from 'react'
import { type ConnectionName, SOURCE_WORDS } from '#contract/admin/connections.ts'
import * as contract from '#contract/admin/setup.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { useChange } from '#web/lib/use-change.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ProgressBar } from '#web/ui/progress.tsx'

const SETUP_WORDS: Readonly<Record<contract.SetupStepName, { title: string; help: string; variables?: string }>> = {
  stock: {
    title: 'Put leads on sale',
    help: 'Import a file of leads, and stock follows the leads. Or enter how many packages you have. Done once a package is in stock.',
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
    title: 'Keep your emails out of spam',
    help: 'Without the DNS records SPF, DKIM and DMARC, mailbox providers refuse your emails or mark them as spam. Your mail service gives you the values.',
  },
  texts: {
    title: 'Get approved to send texts',
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
    help: 'Buy a package yourself. Then check three things: the emails came, the leads open, and the order is in Orders, where you refund it.',
  },
  backup: {
    title: 'Test a backup',
    help: 'Restore one and confirm it here. A store with an automatic backup tries it every week.',
    variables: 'BACKUP_TO and BACKUP_KEY (for your own PostgreSQL, see docs/runbooks/backups.md)',
  },
}

/** Which steps are open; none in a demo store. */
export function useOpenSteps() {
  // Most steps are taken elsewhere.
  const { data } = useQuery({ ...query(contract.getSetup), ...FRESH })
  return { data, open: data && !data.isDemo ? data.steps.filter(({ isDone }) => !isDone) : [] }
}

/** The steps by what they are for. */
const GROUPS: readonly [title: string, steps: readonly contract.SetupStepName[]][] = [
  ['Sell in test mode', ['stock', 'prices', 'purchase']],
  ['Take real money', ['cards', 'mail', 'mail_records', 'policies']],
  ['Later', ['texts', 'rep', 'backup']],
]

/** What a new owner still has to do before selling, one step open at a time. Gone once all is done, and in a demo store. */
export function SetupPanel() {
  const { data, open } = useOpenSteps()
  const [chosen, setChosen] = useState<contract.SetupStepName>()
  if (!data || open.length === 0) return null
  const current = open.find(({ name }) => name === chosen) ?? open[0]
  const hasSold = !open.some(({ name }) => name === 'purchase')
  const done = data.steps.length - open.length
  return (
    // Unfolded until the first sale: then the day's work comes first.
    <details open={!hasSold} className="group rounded-md border border-line bg-surface">
      <summary className="flex cursor-pointer list-none items-center gap-4 rounded-md p-4 sm:px-5 [&::-webkit-details-marker]:hidden">
        <div className="grow">
          <h2 className="text-base font-semibold">Set up your store</h2>
          {current && <p className="text-sm text-muted group-open:hidden">Next: {SETUP_WORDS[current.name].title}</p>}
        </div>
        <span className="w-40 max-sm:w-28">
          <ProgressBar label="Set up" share={done / data.steps.length}>
            {`${done} of ${data.steps.length} done`}
          </ProgressBar>
        </span>
        <ChevronDown size={20} aria-hidden="true" className="shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="grid gap-x-8 border-t border-line px-4 pb-3 text-sm sm:px-5">
        {GROUPS.map(([title, names]) => (
          <section key={title} aria-label={title} className="pt-3">
            <h3 className="pb-1 text-xs font-semibold text-muted">{title}</h3>
            <ol>
              {data.steps.map(({ name, isDone }) =>
                !names.includes(name) ? null : name === current?.name ? (
                  <OpenStep key={name} name={name} setup={data} />
                ) : (
                  <li key={name}>
                    <button
                      type="button"
                      disabled={isDone}
                      onClick={() => setChosen(name)}
                      className="flex min-h-11 w-full items-center gap-3 rounded-md text-left enabled:hover:underline disabled:text-muted compact:min-h-9"
                    >
                      {isDone ? (
                        <Check size={20} aria-hidden="true" className="shrink-0 text-accent" />
                      ) : (
                        <Circle size={20} aria-hidden="true" className="shrink-0 text-muted" />
                      )}
                      {SETUP_WORDS[name].title}
                      {isDone && isConnection(name) && `: ${SOURCE_WORDS[name][data.sources[name]]}`}
                      {isDone && <span className="sr-only"> (done)</span>}
                    </button>
                  </li>
                ),
              )}
            </ol>
          </section>
        ))}
      </div>
    </details>
  )
}

function OpenStep({ name, setup }: { name: contract.SetupStepName; setup: contract.Setup }) {
  const { title, help, variables } = SETUP_WORDS[name]
  const isWaiting = name === 'purchase' && !setup.onSale
  return (
    <li aria-current="step" className="my-1 flex gap-3 rounded-md bg-accent-quiet p-3">
      <Circle size={20} aria-hidden="true" className="shrink-0 text-accent" />
      <div className="min-w-0 grow">
        <h4 className="font-semibold">{title}</h4>
        <p className="mt-0.5 max-w-prose text-muted wrap-anywhere">{help}</p>
        {(name === 'stock' || isWaiting) && setup.short && (
          <p className="mt-1 max-w-prose font-semibold text-attention">{setup.short}</p>
        )}
        {isWaiting && <p className="mt-1">Waits until a package is in stock, so that there is something to buy.</p>}
        {isConnection(name) && <p className="mt-0.5">Now: {SOURCE_WORDS[name][setup.sources[name]]}.</p>}
        {variables && (
          <details className="mt-1 text-muted wrap-anywhere">
            <summary className="min-h-6 cursor-pointer font-semibold text-accent">For your developer</summary>
            Set {variables} and restart.
          </details>
        )}
        {name === 'mail_records' && <MailRecords records={setup.mailRecords} />}
        {name === 'texts' && <Campaign campaign={setup.campaign} />}
        <div className="mt-3 flex flex-wrap gap-2">
          <StepLinks name={name} setup={setup} />
          {isConfirmed(name) && <ConfirmStep step={name} />}
        </div>
      </div>
    </li>
  )
}

const isConnection = (name: contract.SetupStepName): name is ConnectionName & contract.SetupStepName =>
  name in SOURCE_WORDS

function StepLinks({ name, setup }: { name: contract.SetupStepName; setup: contract.Setup }) {
  // A test purchase needs something to buy.
  const isTooEarly = name === 'purchase' && !setup.onSale
  const links = isTooEarly ? STEP_LINKS.stock : STEP_LINKS[name]
  return links.map(({ words, ...link }, at) => (
    <Link
      key={words}
      {...link}
      {...(name === 'purchase' && setup.onSale && { search: setup.onSale })}
      className={buttonClasses(at === 0 ? 'primary' : 'plain', 'small')}
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
