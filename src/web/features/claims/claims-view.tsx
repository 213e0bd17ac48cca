import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { packageName, TIER_FACTS, TIERS } from '#contract/catalogue/catalogue.ts'
import type { ClaimFile } from '#contract/claims/claim-files.ts'
import { type ClaimRate, type ClaimShare, exportClaimRates, listClaimRates } from '#contract/claims/claim-rates.ts'
import {
  CLAIM_NOTE_MAX,
  CLAIM_RATE_GROUPS,
  CLAIM_RATES_MAX,
  CLAIM_REASON_NAMES,
  type ClaimRateGroup,
} from '#contract/claims/claim-reasons.ts'
import { type ClaimToDecide, listClaimsToDecide } from '#contract/claims/claims.ts'
import { query } from '#web/lib/call-api.ts'
import { ExportButton } from '#web/lib/export-button.tsx'
import { formatCount, formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatShare } from '#web/lib/format-late.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { usePages } from '#web/lib/use-pages.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { timesNote, When } from '#web/lib/when.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type BulkActions, PagedTable } from '#web/ui/paged-table.tsx'
import { EmptyState, ListTrouble, Panel, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useAnswerClaims, useLookAtFile } from './claim-data.ts'
import { LeadWords } from './claim-row.tsx'

function FileButton({ file }: { file: ClaimFile }) {
  const look = useLookAtFile()
  return (
    <Button
      size="small"
      look="quiet"
      className="-ml-3 max-w-full justify-start text-left"
      isBusy={look.isPending}
      onClick={() => look.mutate(file)}
    >
      <Paperclip size={14} aria-hidden="true" className="shrink-0" />
      <span className="wrap-anywhere">
        <span className="sr-only">Save </span>
        {file.name}
      </span>
    </Button>
  )
}

const OneLine = ({ children }: { children: string }) => (
  <span className="block wrap-anywhere @3xl:max-w-80 @3xl:truncate" title={children} dir="auto">
    {children}
  </span>
)

const columnsOf = (filter: ClaimFilter, onOpen: (claim: ClaimToDecide) => void): Column<ClaimToDecide>[] => [
  {
    header: 'Lead',
    isTitle: true,
    cell: (claim) => (
      <button
        type="button"
        onClick={() => onOpen(claim)}
        className="text-left font-semibold wrap-anywhere text-accent hover:underline"
      >
        {claim.address ?? 'Forgotten'}
      </button>
    ),
  },
  {
    header: 'Claim',
    cell: ({ reason, note }) => <OneLine>{`${CLAIM_REASON_NAMES[reason]}${note ? `: “${note}”` : ''}`}</OneLine>,
  },
  { header: 'Buyer', cell: ({ buyerName }) => <span dir="auto">{buyerName ?? 'Unknown'}</span> },
  { header: 'Order', isUnbroken: true, cell: ({ reference }) => reference },
  ...(filter === 'open'
    ? ([
        { header: 'Claimed', isUnbroken: true, cell: ({ claimedAt }) => <When at={claimedAt} /> },
        { header: 'Answer by', isUnbroken: true, cell: ({ dueAt }) => <When at={dueAt} /> },
      ] satisfies Column<ClaimToDecide>[])
    : ([
        { header: 'Answer', cell: (claim) => <AnswerPill claim={claim} /> },
        { header: 'By', isUnbroken: true, cell: ({ answeredBy }) => answeredBy ?? 'The store' },
        { header: 'When', isUnbroken: true, cell: ({ answeredAt }) => answeredAt && <When at={answeredAt} /> },
      ] satisfies Column<ClaimToDecide>[])),
]

const AnswerPill = ({ claim: { claimState, isReplaced, credit } }: { claim: ClaimToDecide }) =>
  claimState === 'denied' ? (
    <StatusPill tone="over">Denied</StatusPill>
  ) : (
    <StatusPill tone="done">{isReplaced ? 'Replaced' : formatDollars(credit)}</StatusPill>
  )

type ClaimDrawerProps = { claim: ClaimToDecide; onClose: () => void; onAnswer: (isGranted: boolean) => void }

/** All of one claim, and the two answers to it. */
function ClaimDrawer({ claim, onClose, onAnswer }: ClaimDrawerProps) {
  const { claimState, reason, note, files, othersClaimed, reference, orderId, tier, size, county, state } = claim
  const { address, owner, phones, source, buyerName, claimedAt, dueAt, answer, answeredAt, answeredBy } = claim
  const { leads, buyerClaims, leadsLeft } = claim
  const facts: [string, ReactNode][] = [
    ['Reason', CLAIM_REASON_NAMES[reason]],
    ['What the buyer says', note && `“${note}”`],
    ['Files', files.length > 0 && files.map((file) => <FileButton key={file.fileId} file={file} />)],
    ['Other claims', othersClaimed > 0 && `${formatPlural(othersClaimed, 'other buyer')} claimed it too`],
    ['Lead', <LeadWords key="lead" owner={owner} phones={phones} source={source} />],
    [
      'Order',
      <Link
        key="order"
        to={paths.adminSection}
        params={{ section: 'orders' }}
        search={{ search: reference, open: orderId }}
        className="figures font-semibold text-accent hover:underline"
      >
        {reference}
      </Link>,
    ],
    ['Package', `${packageName({ tier, size })}, ${county}, ${state}: ${formatPlural(leads, 'lead')}`],
    ['Buyer', `${buyerName ?? 'Unknown'}, ${buyerClaims < 2 ? 'first claim' : `${buyerClaims} claims so far`}`],
    [
      'To replace it',
      claimState === 'open' && (leadsLeft ? `${formatPlural(leadsLeft, 'lead')} left` : 'No lead left: credit'),
    ],
    ['Claimed', formatDateTime(claimedAt)],
    ['Answer by', !answeredAt && formatDateTime(dueAt)],
    ['Answered', answeredAt && `${formatDateTime(answeredAt)} by ${answeredBy ?? 'the store'}`],
    ['Answer', answeredAt && <AnswerPill key="answer" claim={claim} />],
    ['Words', answer],
  ]
  return (
    <Drawer
      title={address ?? 'A lead we no longer keep'}
      onClose={onClose}
      footer={
        claimState === 'open' && (
          <div className="flex flex-wrap gap-2">
            <Button look="primary" onClick={() => onAnswer(true)}>
              Grant
            </Button>
            <Button onClick={() => onAnswer(false)}>Deny</Button>
          </div>
        )
      }
    >
      <FactList className="grid gap-3 text-sm" facts={facts.filter(([, value]) => value)} />
    </Drawer>
  )
}

/** A claim over another page, to answer it there. */
export function OpenedClaim({ claimId, onClose }: { claimId: string; onClose: () => void }) {
  const list = usePages(listClaimsToDecide, { show: 'open' })
  const [asked, setAsked] = useState<boolean | null>(null)
  const claim = list.data?.find((one) => keyOf(one) === claimId)
  if (!claim)
    return (
      <Drawer title="Claim" onClose={onClose}>
        {list.isPending ? <Loading words="Loading the claim" height="h-40" /> : <p>Somebody has answered it.</p>}
        <ListTrouble list={list} title="The claim could not be loaded" />
      </Drawer>
    )
  return (
    <>
      <ClaimDrawer claim={claim} onClose={onClose} onAnswer={setAsked} />
      {asked !== null && (
        <AnswerDialog asked={{ claims: [claim], isGranted: asked, onDone: onClose }} onClose={() => setAsked(null)} />
      )}
    </>
  )
}

const keyOf = ({ orderId, leadId }: ClaimToDecide): string => `${orderId}.${leadId}`

const BY: Readonly<Record<ClaimRateGroup, string>> = { source: 'Source', county: 'County', age: 'Age', tier: 'Tier' }

const Share = ({ of: { share, low, high } }: { of: ClaimShare }) => (
  <>
    {formatShare(share)}
    <span className="block text-xs text-muted">
      {formatShare(low)} to {formatShare(high)}
    </span>
  </>
)

const nameOf = (name: string): string => {
  const tier = TIERS.find((one) => one === name)
  return tier ? TIER_FACTS[tier].name : name
}

const COLUMNS: Column<ClaimRate>[] = [
  { header: 'Leads', isTitle: true, cell: ({ name }) => nameOf(name) },
  { header: 'Delivered', isNumber: true, cell: ({ delivered }) => formatCount(delivered) },
  { header: 'Claimed', isNumber: true, cell: ({ claimed }) => formatCount(claimed) },
  { header: 'Granted', isNumber: true, cell: ({ granted }) => formatCount(granted) },
  { header: 'Share granted', isNumber: true, cell: ({ grantedShare }) => <Share of={grantedShare} /> },
  { header: 'Wrong number', isNumber: true, cell: (rate) => <Share of={rate.wrongNumberShare} /> },
]

function ClaimRates() {
  const [by, setBy] = useState<ClaimRateGroup>('source')
  const list = useQuery({ ...query(listClaimRates, {}, { by }), staleTime: 0 })
  const rates = list.data?.rates
  return (
    <Panel
      title="Lead quality"
      intro="Shares of the leads delivered. Ranges are 95% confidence. Buyers see a tier’s share once it has 200 claims."
      actions={<ExportButton address={exportClaimRates.path} what="the counts behind these shares" />}
    >
      <div className="grid gap-4">
        <SelectField
          label="By"
          className="max-w-60"
          options={CLAIM_RATE_GROUPS}
          nameOf={(group) => BY[group]}
          value={by}
          onChange={setBy}
        />
        <PagedTable
          list={{ ...list, data: rates }}
          label="Claim rates"
          columns={COLUMNS}
          rowKey={({ name }) => name}
          errorTitle="The figures could not be loaded"
          {...(rates?.length === CLAIM_RATES_MAX && {
            footnote: `The ${CLAIM_RATES_MAX} with the most leads delivered. The CSV file has all.`,
          })}
          empty={
            <EmptyState title="Nothing delivered yet">Once leads are delivered, they are counted here.</EmptyState>
          }
        />
      </div>
    </Panel>
  )
}

const FILTERS = [
  { value: 'open', label: 'To answer' },
  { value: 'answered', label: 'Answered' },
] as const

type Asked = { claims: readonly ClaimToDecide[]; isGranted: boolean; onDone: () => void }

/** Buyers claim while the page is open. */
const AGAIN_MS = 30_000
type ClaimFilter = (typeof FILTERS)[number]['value']

export default function ClaimsView() {
  const { search, change } = useTeamSearch()
  const filter = search.status === 'answered' ? 'answered' : 'open'
  const list = usePages(listClaimsToDecide, { show: filter }, { againMs: AGAIN_MS, isWatched: () => filter === 'open' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [opened, setOpened] = useState<ClaimToDecide | null>(null)
  const close = () => setOpened(null)
  const bulk: BulkActions<ClaimToDecide> = {
    nameOf: ({ reference, address }) => `${reference}, ${address ?? 'a lead'}`,
    actions: (claims, onDone) => (
      <>
        <Button size="small" onClick={() => setAsked({ claims, isGranted: true, onDone })}>
          Grant
        </Button>
        <Button size="small" look="quiet" onClick={() => setAsked({ claims, isGranted: false, onDone })}>
          Deny
        </Button>
      </>
    ),
  }
  return (
    <div className="grid gap-6">
      <Panel intro="Buyers who report a bad lead get another one of the same kind, or store credit if none is left. Claims that no one answers within two days are granted.">
        <div className="grid gap-4">
          <ChoiceField
            legend="Show"
            options={FILTERS}
            value={filter}
            onChange={(status) => change({ status: status === 'open' ? '' : status })}
          />
          <PagedTable
            list={list}
            label="Claims"
            columns={columnsOf(filter, setOpened)}
            rowKey={keyOf}
            onOpen={setOpened}
            errorTitle="The claims could not be loaded"
            footnote={timesNote()}
            {...(filter === 'open' && { bulk })}
            empty={
              filter === 'open' ? (
                <EmptyState title="No claims to answer">Buyers report bad leads where they download them.</EmptyState>
              ) : (
                <EmptyState title="No claims yet">Answered claims appear here.</EmptyState>
              )
            }
          />
        </div>
      </Panel>
      <ClaimRates />
      {opened && (
        <ClaimDrawer
          claim={opened}
          onClose={close}
          onAnswer={(isGranted) => setAsked({ claims: [opened], isGranted, onDone: close })}
        />
      )}
      {asked && <AnswerDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

function AnswerDialog({ asked: { claims, isGranted, onDone }, onClose }: { asked: Asked; onClose: () => void }) {
  const answer = useAnswerClaims(claims, isGranted)
  const what = formatPlural(claims.length, 'claim')
  return (
    <TextDialog
      title={isGranted ? `Grant ${what}?` : `Deny ${what}?`}
      label={isGranted ? 'Note for the log' : 'What you tell the buyer'}
      note={isGranted ? 'optional' : ''}
      rows={3}
      fieldError={isGranted ? null : 'Tell the buyer why you are not granting this claim.'}
      lengthMax={CLAIM_NOTE_MAX}
      confirmLabel={isGranted ? `Grant ${what}` : `Deny ${what}`}
      confirmLook={isGranted ? 'primary' : 'danger'}
      change={answer}
      onDone={() => {
        onDone()
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {isGranted
          ? 'Each lead is replaced by another of the same kind. If none is left, the buyer gets its share of the price as store credit.'
          : 'The buyer keeps the leads and gets your words by email. They cannot claim these leads again.'}
      </p>
    </TextDialog>
  )
}
