import { useQuery } from '@tanstack/react-query'
import { MEMBER_SCOPES, type MemberScope } from '#contract/keys/key-scopes.ts'
import { endOwnKey, listOwnKeys, makeOwnKey } from '#contract/keys/keys.ts'
import { callApi, query, queryClient } from '#web/lib/call-api.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { type KeyCalls, KeysPanel } from './keys-panel.tsx'

const keysQuery = query(listOwnKeys)

const CALLS: KeyCalls<MemberScope> = {
  make: (body) => callApi(makeOwnKey, { body }),
  end: (keyId) => callApi(endOwnKey, { params: { keyId } }),
  refresh: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
}

/** A member's own API keys. Loaded after the page. */
export default function OwnKeys() {
  const list = useQuery({ ...keysQuery, staleTime: 0 })
  const { data } = list
  if (!data) return <ListTrouble list={list} title="Your API keys could not be loaded" />
  return (
    <KeysPanel
      intro="Your own program works here as you, but cannot change how you sign in."
      keys={data}
      scopes={MEMBER_SCOPES}
      usual={['read']}
      calls={CALLS}
    />
  )
}
