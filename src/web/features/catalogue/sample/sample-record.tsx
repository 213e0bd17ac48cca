import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LEAD_TYPE_NAMES, type LeadType, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { PHONE_KINDS } from '#contract/delivery/lead-sheet.ts'
import { downloadSampleCsv, downloadSampleXlsx } from '#contract/delivery/sample-files.ts'
import { SAMPLE_AGE_DAYS, SAMPLE_PLACE, sampleLead, sampleSheet } from '#contract/delivery/sample-leads.ts'
import { LEAD_FACTS, type LeadFact, listLeadFacts } from '#contract/stock/stock.ts'
import { query } from '#web/lib/call-api.ts'
import { formatPlural, formatPrice } from '#web/lib/format.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { phoneInWords } from '#web/ui/phone-link.tsx'

/** How many kinds of facts the sample has where the store has no leads to count: fewer for older leads. */
const USUAL_FACTS: Readonly<Record<Tier, number>> = { vip: 6, premier: 5, premium: 4, standard: 2 }
const HALF = 50
const FACT_NAMES = {
  phone: 'phone',
  secondPhone: 'second phone',
  email: 'email',
  value: 'home value',
  equity: 'equity',
}

type SampleProps = { leadType: LeadType; tier: Tier; market: { state: string; county: string } }
/**
 * A sample lead as its buyer sees it in the list of leads: with what at least half of those on sale have, and how many
 * have it. The columns of its file follow a press.
 */
export function SampleRecord({ leadType, tier, market }: SampleProps) {
  const counts = useQuery({ ...query(listLeadFacts, market, { leadType }), retryOnMount: false }).data
  const counted = counts?.find((one) => one.tier === tier)
  const has = (fact: LeadFact) =>
    counted ? counted.shares[fact] >= HALF : LEAD_FACTS.indexOf(fact) < USUAL_FACTS[tier]
  const [header = [], row = []] = sampleSheet(leadType, tier, has)
  const [isWhole, setIsWhole] = useState(false)
  return (
    <figure className="min-w-0 overflow-clip rounded-md border border-control bg-surface shadow-sheet">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 sm:px-5">
        <span className="font-semibold">
          {TIER_FACTS[tier].name}, {LEAD_TYPE_NAMES[leadType]}, {SAMPLE_PLACE.county} County
        </span>
        <span className="rounded-sm border-[1.5px] border-attention px-2 py-0.5 text-xs font-semibold text-attention">
          Sample: invented people
        </span>
      </figcaption>
      <SampleRow lead={sampleLead(leadType, has)} tier={tier} />
      <dl
        className={classes(
          'figures grid-cols-2 gap-4 border-t border-line p-4 text-sm sm:px-5',
          isWhole ? 'grid' : 'hidden',
        )}
      >
        {header.map((name, index) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-semibold wrap-anywhere">{row[index] ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <p className="figures border-t border-line px-4 py-3 text-sm sm:px-5">
        {counted ? (
          <>
            Of {counted.leads} {TIER_FACTS[tier].name} leads on sale in {market.county}, {market.state}:{' '}
            <strong>
              {LEAD_FACTS.flatMap((fact) =>
                fact === 'home' ? [] : `${FACT_NAMES[fact]} ${counted.shares[fact]}%`,
              ).join(', ')}
            </strong>
          </>
        ) : (
          'Not every lead has every fact. Some have more than this one, some have less.'
        )}
      </p>
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-sunken px-4 py-3 text-sm sm:px-5">
        <Button look="quiet" className="mr-auto max-sm:w-full" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Hide the columns' : `Show all ${header.length} columns`}
        </Button>
        <a href={downloadSampleCsv.path} download className={`${buttonClasses('plain', 'small')} grow sm:grow-0`}>
          Download CSV<span className="sr-only"> with sample leads</span>
        </a>
        <a href={downloadSampleXlsx.path} download className={`${buttonClasses('plain', 'small')} grow sm:grow-0`}>
          Download Excel<span className="sr-only"> with sample leads</span>
        </a>
      </footer>
    </figure>
  )
}

/** Drawn like a row of the delivery page: who, the numbers to call, where, and what is known. */
function SampleRow({ lead, tier }: { lead: ReturnType<typeof sampleLead>; tier: Tier }) {
  const { owner_names, address, city, zip, mailing_address, phones, emails, facts, source } = lead
  const { valueCents, equityPercent, beds, yearBuilt, lastSaleOn } = facts
  const place = `${address}, ${city}, TX ${zip}`
  const known = [
    valueCents !== undefined && `worth about ${formatPrice(valueCents / 100)}`,
    equityPercent !== undefined && `${equityPercent}% equity`,
    yearBuilt !== undefined && `${beds} beds · built in ${yearBuilt} · last sold in ${lastSaleOn?.slice(0, 4)}`,
    `${formatPlural(SAMPLE_AGE_DAYS[tier], 'day')} old when sold`,
    source,
  ]
  return (
    <div className="grid gap-x-6 gap-y-2 px-4 py-4 text-sm sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5">
      <div className="min-w-0">
        <p className="text-base font-semibold">{owner_names?.join(' and ')}</p>
        <p>{place}</p>
        {mailing_address !== place && <p className="text-muted">Mail to: {mailing_address}</p>}
        <p className="figures mt-1 first-letter:uppercase">{known.filter(Boolean).join(' · ')}</p>
      </div>
      <ul aria-label="Phones and emails" className="grid content-start gap-1">
        {phones.map(({ number, kind, isDoNotCall }) => (
          <li key={number} className="figures flex flex-wrap items-baseline gap-x-2">
            <span className={isDoNotCall ? 'text-muted line-through' : 'text-base font-semibold text-accent'}>
              {phoneInWords(number)}
            </span>
            <span className={isDoNotCall ? 'font-semibold text-danger' : 'text-muted'}>
              {isDoNotCall ? 'Do not call' : `${PHONE_KINDS[kind]} · OK to call`}
            </span>
          </li>
        ))}
        <li className="wrap-anywhere">{emails?.[0]}</li>
      </ul>
    </div>
  )
}
