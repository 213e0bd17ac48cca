const STATE_CODES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
/** In the order of the codes. */
const STATE_NAMES =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming'

export const STATE_BY_CODE: ReadonlyMap<string, string> = new Map(
  STATE_CODES.split(' ').map((code, index) => [code, STATE_NAMES.split(',')[index] ?? '']),
)

const CODE_BY_NAME: ReadonlyMap<string, string> = new Map(
  [...STATE_BY_CODE].map(([code, name]) => [name.toLowerCase(), code]),
)

/** Returns the two-letter code of a state that is written as a name or as a code; any other text stays as it is. */
export function stateCodeOf(state: string): string {
  const text = state.trim()
  const code = text.toUpperCase().replaceAll('.', '')
  return STATE_BY_CODE.has(code) ? code : (CODE_BY_NAME.get(text.toLowerCase()) ?? text)
}

/** Federal codes number the states in this order, but none has one of these numbers. */
const FIPS_GAPS = [3, 7, 14, 43, 52]

/** Returns the first two digits of the codes of a state’s counties; 0 for a text that names no state. */
export function stateFipsOf(state: string): number {
  const code = stateCodeOf(state)
  if (!STATE_BY_CODE.has(code)) return 0
  return FIPS_GAPS.reduce((fips, gap) => (fips >= gap ? fips + 1 : fips), STATE_CODES.indexOf(code) / 3 + 1)
}

/** Returns the two-letter code of the state in whose county a federal code is. */
export const stateCodeOfFips = (fips: string): string =>
  [...STATE_BY_CODE.keys()].find((code) => stateFipsOf(code) === Number(fips.slice(0, 2))) ?? ''
