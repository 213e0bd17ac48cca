import { useState } from 'react'
import * as contract from '#contract/claims/claim-reasons.ts'
import type { DeliveredLead } from '#contract/claims/claims.ts'
import { FORGOTTEN, PHONE_KINDS, WITHDRAWN } from '#contract/delivery/lead-sheet.ts'
import { foldText } from '#contract/plain-values.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/more-fields.tsx'
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
        <div className="grid grid-cols-[minmax(0,1fr)_9.5rem] gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
          <TextField
            label="Find a lead"
            placeholder="Address, owner or phone"
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
      <p role="status" className="sr-only">
        {formatPlural(visible.length, 'lead')} shown
      </p>
      <ul
        aria-label={label}
        className="divide-y divide-line rounded-md border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        {visible.map((lead) => (
          <LeadRow
            key={lead.leadId}
            lead={lead}
            onMark={(next) => {
              mark.mutate({ leadId: lead.leadId, mark: next })
              if (next === 'bad_number' && !lead.claim) onReport?.(lead.leadId, 'wrong_number')
            }}
            onNote={(note) => mark.mutate({ leadId: lead.leadId, mark: lead.mark, note })}
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
  onNote: (note: string) => void
  onReport: LeadListProps['onReport']
}

/** On a phone in one column: who, the numbers to call, where. */
function LeadRow({ lead, onMark, onNote, onReport }: LeadRowProps) {
  const { leadId, owner, address, isWithdrawn, phones, emails, mailingAddress, consent, mark, claim } = lead
  const note = lead.note ?? ''
  const [isNoting, setIsNoting] = useState(false)
  const name = owner ?? address ?? 'this lead'
  const isBad = mark === 'bad_number'
  if (address === null) return <li className="px-4 py-3 text-sm text-muted">{isWithdrawn ? WITHDRAWN : FORGOTTEN}</li>
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm lg:grid-cols-[minmax(0,1fr)_16rem_auto] lg:grid-rows-[auto_1fr]">
      <p className="text-base font-semibold wrap-anywhere lg:text-sm">{owner ?? 'Owner not known'}</p>
      <ul aria-label={`Phones and emails of ${name}`} className="min-w-0 lg:row-span-2">
        {phones.map(({ number, kind, isDoNotCall }) => (
          <li key={number} className="flex min-h-11 flex-wrap items-center gap-x-2 lg:min-h-6">
            {isDoNotCall ? (
              <>
                <span className="figures whitespace-nowrap text-muted line-through">{phoneInWords(number)}</span>
                <span className="font-semibold text-danger">Do not call</span>
              </>
            ) : (
              <a
                href={callHref(number)}
                className="figures inline-flex min-h-11 items-center text-base font-semibold whitespace-nowrap text-accent underline underline-offset-2 lg:min-h-6 lg:text-sm"
              >
                {phoneInWords(number)}
              </a>
            )}
            {!isDoNotCall && (
              <span className="text-muted">{kind !== 'unknown' && `${PHONE_KINDS[kind]} · `}OK to call</span>
            )}
          </li>
        ))}
        {phones.length === 0 && <li className="text-muted">No phone known</li>}
        {emails.map((email) => (
          <li key={email} className="min-w-0">
            <a
              href={`mailto:${email}`}
              className="inline-flex min-h-8 items-center text-accent underline underline-offset-2 wrap-anywhere lg:min-h-6"
            >
              {email}
            </a>
          </li>
        ))}
      </ul>
      <div className="min-w-0 lg:col-start-1 lg:row-start-2">
        <p className="wrap-anywhere">{address}</p>
        {mailingAddress && mailingAddress !== address && (
          <p className="text-muted wrap-anywhere">Mail to: {mailingAddress}</p>
        )}
        <p className="text-muted wrap-anywhere">{factWords(lead)}</p>
        {consent && <p className="font-semibold text-accent">{consent}</p>}
        {claim && <ClaimState claim={claim} />}
        {isNoting ? (
          <LeadNote note={note} of={name} onSave={onNote} onClose={() => setIsNoting(false)} />
        ) : (
          note && <p className="whitespace-pre-line wrap-anywhere">Your note: {note}</p>
        )}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-1 gap-y-2 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:w-[21rem] lg:content-start lg:justify-end">
        <fieldset
          aria-label={`Your note about ${name}`}
          className="mr-1 inline-flex overflow-clip rounded-md border border-control lg:mr-0"
        >
          {contract.LEAD_MARKS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mark === one}
              onClick={() => onMark(mark === one ? null : one)}
              className={classes(
                'min-h-11 px-2.5 text-xs whitespace-nowrap not-first:border-l not-first:border-control focus-visible:-outline-offset-2 lg:min-h-8',
                mark === one ? 'bg-accent text-on-accent' : 'text-muted hover:text-ink',
              )}
            >
              {contract.LEAD_MARK_NAMES[one]}
            </button>
          ))}
        </fieldset>
        {!isNoting && (
          <Button look="quiet" size="small" className="px-2!" onClick={() => setIsNoting(true)}>
            {note ? 'Edit note' : 'Note'}
            <span className="sr-only"> about {name}</span>
          </Button>
        )}
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
    </li>
  )
}

type LeadNoteProps = { note: string; of: string; onSave: (note: string) => void; onClose: () => void }
/** The buyer's own words about a lead. */
function LeadNote({ note, of, onSave, onClose }: LeadNoteProps) {
  const [typed, setTyped] = useState(note)
  return (
    <form
      className="mt-1 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
        if (typed.trim() !== note) onSave(typed.trim())
      }}
    >
      <TextArea
        label={`Note about ${of}`}
        autoFocus
        rows={3}
        className="[&_textarea]:field-sizing-content"
        maxLength={contract.LEAD_NOTE_MAX}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="flex gap-2">
        <Button type="submit" size="small">
          Save note
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  )
}
