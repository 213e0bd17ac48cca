/**
 * Live updates for open pages, as server-sent events: `new EventSource('/api/live/Texas/Travis')`, then
 * `addEventListener('packages', ({ data }) => JSON.parse(data))`.
 */
import * as z from 'zod/mini'
import { Package, PlaceName } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

/** Event `packages`; its data is the reply of `listPackages`. The first comes immediately, the next after a change. */
export const watchPackages = defineEndpoint({
  name: 'watchPackages',
  method: 'GET',
  path: '/api/live/:state/:county',
  access: 'anyone',
  summary:
    'The packages of a county, now and whenever their stock or price changes: server-sent events, at most 4 a second.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  stream: 'packages',
  reply: z.array(Package),
  refusals: ['unknown_state', 'unknown_county', 'too_many_streams'],
})
