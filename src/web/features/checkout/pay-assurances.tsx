import { useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { query } from '#web/lib/query.ts'
import { PhoneLink } from '#web/ui/phone-link.tsx'

const CARDS = ['Visa', 'Mastercard', 'Amex', 'Discover']
const LINK = 'font-semibold text-accent underline underline-offset-2'

/** What a buyer wants to know before paying: who takes the money, what comes back, under which rules, from whom. */
export function PayAssurances({ isByCard }: { isByCard: boolean }) {
  const { data: config } = useQuery(query<typeof getStoreConfig>('/api/config', {}))
  if (!config) return null
  const { refundRule, termsUrl, privacyUrl, phone, postalAddress } = config.terms
  const who = [config.brand, postalAddress].filter(Boolean).join(', ')
  return (
    <section aria-label="Before you pay" className="mt-5 grid gap-2 border-t border-line pt-4 text-xs text-muted">
      {isByCard && config.payments && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="font-semibold text-ink">Payments by Stripe</p>
          <ul aria-label="Cards we accept" className="flex flex-wrap gap-1.5">
            {CARDS.map((card) => (
              <li key={card} className="rounded-sm border border-line bg-surface px-1.5 py-0.5 leading-4 font-semibold">
                {card}
              </li>
            ))}
          </ul>
          <p className="basis-full">Card details go straight to the card provider, never to us.</p>
        </div>
      )}
      {refundRule && <p>{refundRule}</p>}
      {config.claimDays > 0 && (
        <p className="figures">
          A bad lead? Report up to {config.claimPercent}% of a package within {config.claimDays} days, and get another
          one or store credit.
        </p>
      )}
      {(termsUrl || privacyUrl) && (
        <p>
          {termsUrl && (
            <>
              By paying you accept our{' '}
              <a href={termsUrl} target="_blank" rel="noreferrer" className={LINK}>
                terms of sale
              </a>
              .{' '}
            </>
          )}
          {privacyUrl && (
            <a href={privacyUrl} target="_blank" rel="noreferrer" className={LINK}>
              Privacy
            </a>
          )}
        </p>
      )}
      <address className="not-italic">
        {who}
        {phone && (
          <>
            {' · '}
            <PhoneLink phone={phone} />
          </>
        )}
      </address>
    </section>
  )
}
