import { ALL_ENDPOINTS } from '#contract/all-endpoints.ts'
import { CALL_GROUPS, callGroup, isKeyOptional } from '#contract/keys/call-groups.ts'
import { API_INTRODUCTION } from '#server/api-introduction.ts'
import { code, page, table } from './generated-page.ts'

/** What a programmer reads first, as on the store's page `/api`, and the calls that accept a key. */
export function renderApi(): string {
  const rows = ALL_ENDPOINTS.filter(({ key }) => key !== undefined).map((endpoint) => [
    CALL_GROUPS[callGroup(endpoint)].name,
    code(`${endpoint.method} ${endpoint.path}`),
    code(endpoint.name),
    isKeyOptional(endpoint) ? 'no key' : code(endpoint.key ?? ''),
    endpoint.summary,
  ])
  // There, links lead into the store.
  const introduction = API_INTRODUCTION.replace(/\[([^\]]+)\]\((\/[^)]*)\)/g, '$1 (`$2`)').trimEnd()
  return page(
    'API',
    '`src/server/api-introduction.txt` and `src/contract`',
    'A running store shows this at `/api`, with all fields and an example of each call of buyers.',
    introduction,
    '## Calls that accept a key',
    table(['group', 'call', 'name', 'scope', 'what'], rows),
  )
}
