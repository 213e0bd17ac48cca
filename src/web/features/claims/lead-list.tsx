import { Mail, Phone } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/claims/claim-reasons.ts'
import type { DeliveredLead } from '#contract/claims/claims.ts'
import { FORGOTTEN, PHONE_KINDS, WITHDRAWN } from '#contract/delivery/lead-sheet.ts'
import { foldText } from '#contract/plain-values.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { TextDialog } from '#web/lib/text-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { callHref, phoneInWords } from '#web/ui/phone-link.tsx'
import { useMarkLead } from './claim-data.ts'
import { ClaimState } from './claim-row.tsx'

/** From so many leads on, a search helps. */
export const SEARCH_FROM = 12

/** What a search of leads looks at. */
export function leadText({ address, owner, phones }: DeliveredLead): string {
  const numbers = phones.map(({ number }) => number)
  return foldText([address, owner, ...numbers, ...numbers.map(phoneInWords)].join(' '))
}

const SHOWN = ['can_call', 'to_call', ...contract.LEAD_MARKS] as const
type Shown = (typeof SHOWN)[number]
const SHOWN_NAMES = { ...contract.LEAD_MARK_NAMES, can_call: 'OK to call', to_call: 'Not called yet' }

const isOf = (lead: DeliveredLead, shown: Shown): boolean =>
  shown === 'can_call' ? contract.mayBeCalled(lead) && lead.mark !== 'bad_number' : (lead.mark ?? 'to_call') === shown

/** What is known of the property, and where from, in a line. */
function factWords({ facts, ageInDays, source }: DeliveredLead): string {
  const { value, equityPercent, beds, yearBuilt, lastSaleOn } = facts
  return [
    ...(value === undefined ? [] : [formatPrice(value)]),
    ...(equityPercent === undefined ? [] : [`${equityPercent}% equity`]),
    ...(beds === undefined ? [] : [formatPlural(beds, 'bed')]),
    ...(yearBuilt === undefined ? [] : [`built in ${yearBuilt}`]),
    ...(lastSaleOn === undefined ? [] : [`last sold in ${lastSaleOn.slice(0, 4)}`]),
    ageInDays === 0 ? 'new when sold' : `${formatPlural(ageInDays, 'day')} old when sold`,
    ...(source ? [source] : []),
  ].join(' · ')
}

interface LeadListProps {
  token: string
  label: string
  leads: readonly DeliveredLead[]
  /** Reports a lead as bad, for a reason if one is known; undefined if none can be reported any more. */
  onReport: ((leadId: string, reason?: contract.ClaimReason) => void) | undefined
}

/** A way to reach an owner: a button on a phone, a link among others on a wide screen. */
const CONTACT =
  'items-center gap-2 text-accent max-lg:inline-flex max-lg:min-h-11 max-lg:justify-center max-lg:rounded-md max-lg:border max-lg:border-control max-lg:px-3.5 lg:underline lg:underline-offset-2 print:min-h-0! print:border-0! print:p-0! print:text-ink!'

/** Leads to read and to call, with what their buyer noted about each. */
export function LeadList({ token, label, leads, onReport }: LeadListProps) {
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown | ''>('')
  const mark = useMarkLead(token)
  const isShown = (lead: DeliveredLead) =>
    (shown === '' || isOf(lead, shown)) && leadText(lead).includes(foldText(search.trim()))
  const visible = leads.filter(isShown)
  return (
    <div className="grid gap-3">
      {leads.length >= SEARCH_FROM && (
        <div className="no-print grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <TextField
            label="Find a lead"
            placeholder="Name, street, phone"
            className="[&_input]:placeholder:text-sm"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <SelectField
            label="Show"
            placeholder={`All ${leads.length}`}
            options={SHOWN}
            nameOf={(one) => SHOWN_NAMES[one]}
            value={shown}
            onChange={setShown}
          />
        </div>
      )}
      <div className="no-print figures flex flex-wrap items-center gap-x-3 text-sm">
        <p>
          {leads.filter(({ mark }) => mark !== null).length} of {leads.length} called
        </p>
        <Button
          look="quiet"
          size="small"
          aria-pressed={shown === 'to_call'}
          className="px-2! underline underline-offset-2 aria-pressed:no-underline"
          onClick={() => setShown(shown === 'to_call' ? '' : 'to_call')}
        >
          {shown === 'to_call' ? `Show all ${leads.length}` : 'Show those not called yet'}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {formatPlural(visible.length, 'lead')} shown
      </p>
      <ul
        aria-label={label}
        className="divide-y divide-line rounded-md border border-line bg-surface max-sm:-mx-[16px] max-sm:rounded-none max-sm:border-x-0"
      >
        {visible.map((lead) => (
          <LeadRow
            key={lead.leadId}
            lead={lead}
            onMark={(next) => {
              mark.mutate({ leadId: lead.leadId, mark: next })
              if (next === 'bad_number' && !lead.claim) onReport?.(lead.leadId, 'wrong_number')
            }}
            onNote={(note, then) => mark.mutate({ leadId: lead.leadId, mark: lead.mark, note }, then)}
            onReport={onReport}
          />
        ))}
        {visible.length === 0 && <li className="p-4 text-sm text-muted">No lead matches.</li>}
      </ul>
    </div>
  )
}

interface LeadRowProps {
  lead: DeliveredLead
  onMark: (mark: contract.LeadMark | null) => void
  onNote: (note: string, then: { onSuccess: () => void }) => void
  onReport: LeadListProps['onReport']
}

/** On a phone in one column: who and where, a button to call, and how the call went. */
function LeadRow({ lead, onMark, onNote, onReport }: LeadRowProps) {
  const { leadId, owner, address, isWithdrawn, phones, emails, mailingAddress, consent, mark, claim } = lead
  const note = lead.note ?? ''
  const [isNoting, setIsNoting] = useState(false)
  const [hasCalled, setHasCalled] = useState(false)
  const name = owner ?? address ?? 'this lead'
  const isBad = mark === 'bad_number'
  const isNew = mark === null && claim === null
  const isAsked = hasCalled && mark === null
  if (address === null) return <li className="px-4 py-3 text-sm text-muted">{isWithdrawn ? WITHDRAWN : FORGOTTEN}</li>
  return (
    <li className="grid gap-x-6 gap-y-1.5 px-4 py-2.5 text-sm lg:grid-cols-[minmax(0,1fr)_16rem_24rem]">
      <div className="min-w-0">
        <p className="text-base font-semibold wrap-anywhere lg:text-sm">{owner ?? 'Owner not known'}</p>
        <p className="wrap-anywhere">{address}</p>
        {mailingAddress && mailingAddress !== address && (
          <p className="text-muted wrap-anywhere">Mail: {mailingAddress}</p>
        )}
        <p className="text-muted wrap-anywhere first-letter:uppercase">{factWords(lead)}</p>
        {consent && <p className="font-semibold text-accent">{consent}</p>}
        {claim && <ClaimState claim={claim} />}
        {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">Your note: {note}</p>}
      </div>
      <ul aria-label={`Phones and emails of ${name}`} className="flex min-w-0 flex-wrap gap-2 lg:block">
        {phones.map(({ number, kind, isDoNotCall }) => (
          <li key={number} className="flex grow flex-wrap items-center gap-x-2 lg:min-h-6">
            {isDoNotCall ? (
              <>
                <span className="figures whitespace-nowrap text-muted line-through">{phoneInWords(number)}</span>
                <span className="font-semibold text-danger">Do not call</span>
              </>
            ) : (
              <>
                <a
                  href={callHref(number)}
                  onClick={() => setHasCalled(true)}
                  className={classes(
                    CONTACT,
                    'figures font-semibold whitespace-nowrap max-lg:grow max-lg:text-base print:grow-0!',
                    isNew && 'max-lg:border-accent max-lg:bg-accent max-lg:text-on-accent',
                  )}
                >
                  <Phone size={16} aria-hidden="true" className="lg:hidden" />
                  <span className="lg:hidden">Call</span>
                  {phoneInWords(number)}
                </a>
                <span className="text-muted max-lg:basis-full max-lg:text-xs">
                  {kind !== 'unknown' && `${PHONE_KINDS[kind]} · `}OK to call
                </span>
              </>
            )}
          </li>
        ))}
        {phones.length === 0 && <li className="text-muted">No phone known</li>}
        {emails.map((email) => (
          <li key={email} className="min-w-0">
            <a href={`mailto:${email}`} className={classes(CONTACT, 'wrap-anywhere')}>
              <Mail size={16} aria-hidden="true" className="shrink-0 lg:hidden" />
              <span className={classes(contract.mayBeCalled(lead) && 'max-lg:sr-only print:not-sr-only')}>{email}</span>
            </a>
          </li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap items-center gap-x-1 gap-y-1.5 lg:content-start lg:justify-end">
        {/* Whoever comes back from the phone is asked right here. */}
        <p role="status" className="basis-full font-semibold empty:hidden lg:text-right">
          {isAsked && 'How did the call go?'}
        </p>
        <fieldset
          aria-label={`Your note about ${name}`}
          className={classes(
            'flex overflow-clip rounded-md border max-lg:grow',
            isAsked ? 'border-accent bg-accent-quiet' : 'border-control',
          )}
        >
          {contract.LEAD_MARKS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mark === one}
              onClick={() => onMark(mark === one ? null : one)}
              className={classes(
                'min-h-11 grow px-2 whitespace-nowrap not-first:border-l not-first:border-control focus-visible:-outline-offset-2 lg:min-h-8',
                mark === one ? 'bg-accent text-on-accent' : 'hover:bg-accent-quiet',
              )}
            >
              {contract.LEAD_MARK_NAMES[one]}
            </button>
          ))}
        </fieldset>
        <Button look="quiet" size="small" className="px-2!" onClick={() => setIsNoting(true)}>
          Note<span className="sr-only"> about {name}</span>
        </Button>
        {!claim && onReport && (
          <Button
            look="quiet"
            size="small"
            onClick={() => onReport(leadId, isBad ? 'wrong_number' : undefined)}
            className="px-2!"
          >
            Report<span className="sr-only"> the lead of {name}</span>
          </Button>
        )}
        {!claim && onReport && isBad && <span className="text-attention">Not reported yet</span>}
      </div>
      {isNoting && (
        <TextDialog
          title={`Note about ${name}`}
          label="Your note"
          note="optional"
          rows={4}
          fieldError={null}
          lengthMax={contract.LEAD_NOTE_MAX}
          initial={note}
          confirmLabel="Save note"
          change={{ isPending: false, error: null, mutate: onNote }}
          onClose={() => setIsNoting(false)}
        />
      )}
    </li>
  )
}
