const INDEPENDENT_CITY_CODE_MIN = 510

/** Whether a federal code is that of a city that belongs to no county, such as Alexandria, Virginia. */
export const isIndependentCity = (fips: string): boolean => Number(fips.slice(2)) >= INDEPENDENT_CITY_CODE_MIN

const WITHOUT_WORD = ['Alaska', 'District of Columbia']

interface NamedCounty {
  state: string
  county: string
  /** Undefined while it is not loaded yet: the word is then left out. */
  fips: string | undefined
}

/** Names a county as people say it: `Travis County, Texas`, `Orleans Parish, Louisiana`, `Norfolk, Virginia`. */
export function countyName({ state, county, fips }: NamedCounty): string {
  const isPlain = fips === undefined || isIndependentCity(fips) || WITHOUT_WORD.includes(state)
  const word = isPlain ? '' : state === 'Louisiana' ? ' Parish' : ' County'
  return `${county}${word}, ${state}`
}
