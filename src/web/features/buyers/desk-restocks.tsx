import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { endDeskRestock, type RestockRequest } from '#contract/buyers/restock.ts'
import { LEAD_TYPE_NAMES, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import { countyName } from '#contract/catalogue/county-name.ts'
import { callApi, queryClient } from '#web/lib/call-api.ts'
import { formatDate } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { deskRestocksQuery } from './desk-data.ts'

/** Lists the standing requests, each with a button that ends it. Renders nothing if there are none. */
export default function DeskRestocks() {
  const { data } = useQuery({ ...deskRestocksQuery, staleTime: 0 })
  const end = useMutation({
    mutationFn: ({ id }: RestockRequest) => callApi(endDeskRestock, { params: { restockRequestId: id } }),
    onSuccess: (_reply, request) => {
      showToast({ title: 'Stopped', description: `We will write no more about the ${nameOf(request)}.` })
      return queryClient.invalidateQueries({ queryKey: deskRestocksQuery.queryKey })
    },
    onError: (error) => showToast({ title: 'Error', description: error.sentence, tone: 'danger' }),
  })
  if (!data || data.requests.length === 0) return null
  return (
    <Panel title="Waiting for more" intro="We email you when these packages are available again.">
      <ul className="divide-y divide-line border-y border-line text-sm">
        {data.requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <RequestWords request={request} />
            <Button
              look="danger"
              size="small"
              className="-ml-3"
              onClick={() => end.isPending || end.mutate(request)}
              aria-label={`Stop emails about ${nameOf(request)}, ${request.county}`}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function RequestWords({ request }: { request: RestockRequest }) {
  const { packageId, state, county, available, askedAt, toldAt, expiresAt } = request
  const { leadType, fips } = packageKeyOf(packageId)
  return (
    <div className="min-w-0">
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
    </div>
  )
}

const nameOf = ({ packageId }: RestockRequest): string => packageName(packageKeyOf(packageId))
