import { DEMAND_SORTS, type DemandSort } from '#contract/sales/demand.ts'

export interface DemandChoices {
  sort: DemandSort
  direction: 'asc' | 'desc'
  /** Empty: all states. */
  state: string
}

export type DemandWords = { sort?: string | undefined; direction?: string | undefined; state?: string | undefined }

const USUAL_SORT: DemandSort = 'views'
/** Names start at A, figures at the highest. */
const usualDirection = (sort: DemandSort) => (sort === 'county' ? 'asc' : 'desc')

/** Reads choices from a URL; unknown values are ignored. */
export function demandChoicesOf({ sort, direction, state }: DemandWords): DemandChoices {
  const known = DEMAND_SORTS.find((one) => one === sort) ?? USUAL_SORT
  const isDirection = direction === 'asc' || direction === 'desc'
  return { sort: known, direction: isDirection ? direction : usualDirection(known), state: state ?? '' }
}

/** Writes choices for a URL. */
export function demandWordsOf({ sort, direction, state }: DemandChoices): DemandWords {
  return {
    sort: sort === USUAL_SORT ? undefined : sort,
    direction: direction === usualDirection(sort) ? undefined : direction,
    state: state || undefined,
  }
}

/** What clicking a column's header does: its default order first, then the reverse. */
export function sortedBy(choices: DemandChoices, key: string): DemandChoices {
  const sort = DEMAND_SORTS.find((one) => one === key) ?? choices.sort
  if (sort !== choices.sort) return { ...choices, sort, direction: usualDirection(sort) }
  return { ...choices, direction: choices.direction === 'asc' ? 'desc' : 'asc' }
}
