/** How the list of counties is ordered and narrowed, and how an address says it. */
import { DEMAND_SORTS, type DemandSort } from '#contract/sales/demand.ts'

/** What one has chosen. */
export interface DemandChoices {
  sort: DemandSort
  direction: 'asc' | 'desc'
  /** Empty: all states. */
  state: string
}

/** The choices as an address carries them; whatever is as usual is left out. */
export interface DemandWords {
  sort?: string | undefined
  direction?: string | undefined
  state?: string | undefined
}

const USUAL_SORT: DemandSort = 'views'
/** Names begin at A, figures at the highest. */
const usualDirection = (sort: DemandSort) => (sort === 'county' ? 'asc' : 'desc')

/** Reads an address; anything in it that is not known counts as not said. */
export function demandChoicesOf({ sort, direction, state }: DemandWords): DemandChoices {
  const known = DEMAND_SORTS.find((one) => one === sort) ?? USUAL_SORT
  const isDirection = direction === 'asc' || direction === 'desc'
  return { sort: known, direction: isDirection ? direction : usualDirection(known), state: state ?? '' }
}

/** Says choices in an address. */
export function demandWordsOf({ sort, direction, state }: DemandChoices): DemandWords {
  return {
    sort: sort === USUAL_SORT ? undefined : sort,
    direction: direction === usualDirection(sort) ? undefined : direction,
    state: state || undefined,
  }
}

/** What pressing a column's header does: its usual order first, then the other way round. */
export function sortedBy(choices: DemandChoices, key: string): DemandChoices {
  const sort = DEMAND_SORTS.find((one) => one === key) ?? choices.sort
  if (sort !== choices.sort) return { ...choices, sort, direction: usualDirection(sort) }
  return { ...choices, direction: choices.direction === 'asc' ? 'desc' : 'asc' }
}
