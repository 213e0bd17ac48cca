import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { packageName } from '#contract/catalogue/catalogue.ts'
import {
  type ComingLeads,
  type DeskClaim,
  type DeskLeads as Leads,
  listDeskClaims,
  listDeskLeads,
} from '#contract/claims/desk-claims.ts'
import { query } from '#web/lib/call-api.ts'
import { formatDate, formatMoment, formatPlural } from '#web/lib/format.ts'
import { usePages } from '#web/lib/use-pages.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { EmptyState, ListTrouble, MoreButton } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { ClaimRow } from './claim-row.tsx'

/** Every package of leads that the buyer has, with the way to read them. */
export function DeskLeads() {
  const list = useQuery({ ...query(listDeskLeads), staleTime: 0 })
  const { data } = list
  return (
    <>
      {list.isPending && <Loading words="Loading your leads" height="h-40" />}
      <ListTrouble list={list} title="Your leads could not be loaded" />
      {data && data.packages.length + data.coming.length === 0 && (
        <EmptyState title="No leads to read here">
          Packages appear here once they are paid. Leads that we sent you as a file are not kept here.
        </EmptyState>
      )}
      {data && data.coming.length > 0 && (
        <ul aria-label="Still to come" className={LIST}>
          {data.coming.map((one) => (
            <PackageRow
              key={`${one.reference}/${one.lineNumber}`}
              line={one}
              when={`promised by ${formatMoment(one.deliverBy)}`}
            >
              <Link to={paths.order} params={{ token: one.orderToken }} className={buttonClasses('plain', 'small')}>
                See order<span className="sr-only"> {one.reference}</span>
              </Link>
            </PackageRow>
          ))}
        </ul>
      )}
      {data && data.packages.length > 0 && (
        <ul aria-label="Delivered packages" className={LIST}>
          {data.packages.map((one) => (
            <PackageOfLeads key={`${one.reference}/${one.lineNumber}`} line={one} />
          ))}
        </ul>
      )}
    </>
  )
}

const LIST = 'divide-y divide-line rounded-md border border-line bg-surface px-4 text-sm sm:px-5'

type PackageRowProps = { line: Leads | ComingLeads; when: string; note?: string | undefined; children: ReactNode }
const PackageRow = ({ line, when, note, children }: PackageRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <div className="min-w-0">
      <p className="font-semibold">
        {packageName(line)}, {line.place}
      </p>
      <p className="text-muted">
        {formatPlural(line.leads, 'lead')} · {line.leadTypeName} · {when}
      </p>
      {note && <p className="text-muted">{note}</p>}
    </div>
    {children}
  </li>
)

function PackageOfLeads({ line }: { line: Leads }) {
  const { reference, deliveredAt, deliveryToken, orderToken, left, endsAt } = line
  const claimable = `Bad number? Report up to ${formatPlural(left, 'lead')} by ${formatDate(endsAt)}.`
  return (
    <PackageRow line={line} when={`delivered ${formatDate(deliveredAt)}`} note={left > 0 ? claimable : undefined}>
      {deliveryToken ? (
        <Link
          to={paths.delivery}
          params={{ token: deliveryToken }}
          hash={`package-${line.lineNumber}`}
          className={buttonClasses('plain', 'small')}
        >
          View leads
          <span className="sr-only"> of {packageOf(line)}</span>
        </Link>
      ) : (
        <Link to={paths.order} params={{ token: orderToken }} className={buttonClasses('plain', 'small')}>
          Renew the link<span className="sr-only"> of {reference}</span>
        </Link>
      )}
    </PackageRow>
  )
}

/** What the buyer reported, and what became of it. */
export function DeskClaims() {
  const list = usePages(listDeskClaims, {})
  return (
    <section aria-labelledby="desk-claims" className="grid gap-4">
      <h2 id="desk-claims" className="display text-xl">
        Bad leads you reported
      </h2>
      {list.isPending && <Loading words="Loading your claims" height="h-40" />}
      <ListTrouble list={list} title="Your claims could not be loaded" />
      {list.data?.length === 0 && (
        <EmptyState title="None yet">
          A lead is no good? Report it beside the lead, and get another or store credit.
        </EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <ul aria-labelledby="desk-claims" className={LIST}>
          {list.data.map((one) => (
            <ClaimRow
              key={`${one.reference}/${one.leadId}`}
              address={one.address}
              claim={one.claim}
              of={packageOf(one)}
            />
          ))}
        </ul>
      )}
      <MoreButton list={list} />
    </section>
  )
}

const packageOf = (line: DeskClaim | Leads): ReactNode => (
  <>
    <span className="figures">{line.reference}</span>, {packageName(line)}, {line.place}
  </>
)
