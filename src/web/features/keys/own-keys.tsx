/** A member's own API keys. Loaded after the page. */
import { useQuery } from '@tanstack/react-query'
import { MEMBER_SCOPES, type MemberScope } from '#contract/keys/key-scopes.ts'
import type { endOwnKey, listOwnKeys, makeOwnKey } from '#contract/keys/keys.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import type { KeyCalls } from './keys-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'

const keysQuery = query<typeof listOwnKeys>('/api/profile/keys', {})

const CALLS: KeyCalls<MemberScope> = {
  make: (body) => callApi<typeof makeOwnKey>('POST', '/api/profile/keys', { body }),
  end: (keyId) => callApi<typeof endOwnKey>('DELETE', '/api/profile/keys/:keyId', { params: { keyId } }),
  refresh: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
}

/** Keys for the member's own programs. */
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
