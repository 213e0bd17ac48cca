import { useQuery } from '@tanstack/react-query'
import { BUYER_SCOPES, type BuyerScope } from '#contract/keys/key-scopes.ts'
import { endDeskKey, listDeskKeys, makeDeskKey } from '#contract/keys/keys.ts'
import { callApi, query, queryClient } from '#web/lib/call-api.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { type KeyCalls, KeysPanel } from './keys-panel.tsx'

const keysQuery = query(listDeskKeys)

const CALLS: KeyCalls<BuyerScope> = {
  make: (body) => callApi(makeDeskKey, { body }),
  end: (keyId) => callApi(endDeskKey, { params: { keyId } }),
  refresh: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
}

/** The buyer's API keys at the desk. Loaded after the page. */
export default function DeskKeys() {
  const list = useQuery({ ...keysQuery, staleTime: 0 })
  const { data } = list
  if (!data) return <ListTrouble list={list} title="Your API keys could not be loaded" />
  return (
    <KeysPanel
      intro="Your own program fetches your orders and leads with a key."
      keys={data.keys}
      scopes={BUYER_SCOPES}
      usual={['orders:read', 'deliveries:read']}
      calls={CALLS}
    />
  )
}
