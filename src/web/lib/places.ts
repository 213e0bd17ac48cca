/** The places of the catalog, to choose from, and what was sold there. */
import { useQuery } from '@tanstack/react-query'
import { listCounties, listStates, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { placeName } from '#contract/catalogue/place-name.ts'
import { stateCodeOf } from '#contract/catalogue/state-codes.ts'
import type { OrderLine } from '#contract/orders/orders.ts'
import { query } from './call-api.ts'

/** The names of the states. */
export const useStates = () => useQuery(query(listStates))

/** The names of a state's counties; asks nothing while no state is chosen. */
export const useCounties = (state: string) => useQuery({ ...query(listCounties, { state }), enabled: state !== '' })

type Sold = { firstLine: Pick<OrderLine, 'tier' | 'size' | 'state' | 'county'> | null; packages: number }

/** `VIP 20 · Travis, TX`, and how many more. */
export function packagesWords({ firstLine, packages }: Sold): string {
  if (!firstLine) return 'No packages'
  const { tier, size, state } = firstLine
  const place = placeName(firstLine).slice(0, -state.length).replace(' County,', ',') + stateCodeOf(state)
  return `${TIER_FACTS[tier].name} ${size} · ${place}${packages > 1 ? ` +${packages - 1}` : ''}`
}
