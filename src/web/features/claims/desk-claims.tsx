import { Link } from '@tanstack/react-router'
import { packageName } from '#contract/catalogue/catalogue.ts'
import type { DeskClaim, DeskClaimable } from '#contract/claims/desk-claims.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { ListTrouble, MoreButton } from '#web/ui/error-notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useDeskClaimable, useDeskClaims } from './claim-data.ts'
import { ClaimRow } from './claim-row.tsx'

/** Renders nothing for a buyer who neither claimed a lead nor can claim one. */
export default function DeskClaims() {
  const list = useDeskClaims()
  const { data } = useDeskClaimable()
  const claimable = data?.packages ?? []
  const claims = list.data ?? []
  if (!list.isError && claims.length === 0 && claimable.length === 0) return null
  return (
    <Panel
      title="Bad leads"
      intro="A lead is no good? Report it where you download it, and get another or store credit."
    >
      <div className="grid gap-5">
        {claimable.length > 0 && (
          <ul aria-label="Packages with leads you can report" className="divide-y divide-line border-y border-line">
            {claimable.map((one) => (
              <Claimable key={`${one.reference}/${one.lineNumber}`} line={one} />
            ))}
          </ul>
        )}
        <ListTrouble list={list} title="Your claims could not be loaded" />
        {claims.length > 0 && (
          <section aria-labelledby="desk-claims" className="grid gap-1">
            <h3 id="desk-claims" className="text-sm font-semibold">
              Reported leads
            </h3>
            <ul aria-labelledby="desk-claims" className="divide-y divide-line text-sm">
              {claims.map((one) => (
                <ClaimRow
                  key={`${one.reference}/${one.leadId}`}
                  address={one.address}
                  claim={one.claim}
                  of={<PackageOf line={one} />}
                />
              ))}
            </ul>
            <MoreButton list={list} />
          </section>
        )}
      </div>
    </Panel>
  )
}

const PackageOf = ({ line }: { line: DeskClaim | DeskClaimable }) => (
  <>
    <span className="figures">{line.reference}</span>, {packageName(line)}, {line.county}, {line.state}
  </>
)

function Claimable({ line }: { line: DeskClaimable }) {
  const { deliveryToken, orderToken, left, most, endsAt } = line
  const count = left === most ? formatPlural(most, 'lead') : `${left} more`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold">
          {packageName(line)}, {line.county}, {line.state}
        </p>
        <p className="text-muted">
          <span className="figures">{line.reference}</span>, report up to {count} by {formatDate(endsAt)}
        </p>
      </div>
      {deliveryToken ? (
        <Link to={paths.delivery} params={{ token: deliveryToken }} className={buttonClasses('plain', 'small')}>
          Report bad leads
          <span className="sr-only">
            {' '}
            of {line.reference}, {packageName(line)}
          </span>
        </Link>
      ) : (
        <Link to={paths.order} params={{ token: orderToken }} className={buttonClasses('plain', 'small')}>
          Renew the link<span className="sr-only"> of {line.reference}</span>
        </Link>
      )}
    </li>
  )
}
