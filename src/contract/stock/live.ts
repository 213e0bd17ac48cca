/** Live updates: `new EventSource('/api/live/Texas/Travis')`, then listen for `packages`, whose data is JSON. */
import * as z from 'zod/mini'
import { Package, PlaceName } from '#contract/catalogue/catalogue.ts'
import { defineEndpoint } from '#contract/endpoint.ts'

/** Event `packages`; its data is the reply of `listPackages`. The first comes immediately, the next after a change. */
export const watchPackages = defineEndpoint('anyone', 'GET', '/api/live/:state/:county', {
  summary:
    'The packages of a county, now and whenever their stock or price changes: server-sent events, at most 4 a second.',
  params: z.object({ state: PlaceName, county: PlaceName }),
  stream: 'packages',
  reply: z.array(Package),
  refusals: ['unknown_state', 'unknown_county', 'too_many_streams'],
})
