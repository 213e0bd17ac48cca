import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endDeskRestock, listDeskRestocks, type RestockRequest } from '#contract/buyers/restock.ts'
import { LEAD_TYPE_NAMES, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { useChange } from '#web/lib/use-change.ts'
import { paths } from '#web/paths.ts'
import { EndableRow, Panel, StatusPill } from '#web/ui/panel.tsx'
import { deskRestocksQuery } from './desk-data.ts'

/** Lists the standing requests, each with a button that ends it. Renders nothing if there are none. */
export default function DeskRestocks() {
  const { data } = useQuery({ ...deskRestocksQuery, staleTime: 0 })
  const end = useChange({
    affects: [listDeskRestocks.path],
    isReloadAwaited: true,
    send: ({ id }: RestockRequest) => callApi(endDeskRestock, { params: { restockRequestId: id } }),
    toast: (_reply, request) => ({
      title: 'Stopped',
      description: `We will write no more about the ${nameOf(request)}.`,
    }),
    failed: 'Error',
  })
  if (!data || data.requests.length === 0) return null
  return (
    <Panel title="Waiting for more" intro="We email you when these packages are available again.">
      <ul className="divide-y divide-line border-y border-line text-sm">
        {data.requests.map((request) => (
          <EndableRow
            key={request.id}
            end="Stop"
            label={`Stop emails about ${nameOf(request)}, ${request.county}`}
            onEnd={() => end.isPending || end.mutate(request)}
          >
            <RequestWords request={request} />
          </EndableRow>
        ))}
      </ul>
    </Panel>
  )
}

function RequestWords({ request }: { request: RestockRequest }) {
  const { packageId, state, county, available, askedAt, toldAt, expiresAt } = request
  const { leadType, fips } = packageKeyOf(packageId)
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <Link
          to={paths.leads}
          search={{ state, county, type: leadType }}
          hash={packageId}
          className="underline decoration-line underline-offset-4 hover:decoration-accent"
        >
          {nameOf(request)}
        </Link>
        {available > 0 && <StatusPill tone="done">Available now</StatusPill>}
      </p>
      <p>
        {LEAD_TYPE_NAMES[leadType]}, {countyName({ state, county, fips })}
      </p>
      <p className="figures text-xs text-muted">
        Asked {formatDate(askedAt)}
        {toldAt && `, told ${formatDate(toldAt)}`}, ends {formatDate(expiresAt)}
      </p>
    </>
  )
}

const nameOf = ({ packageId }: RestockRequest): string => packageName(packageKeyOf(packageId))
