/**
 * Gives the parts of an address, whose words are already unified, one shape and order, as the Postal Service's
 * Publication 28 describes them: units (213), numbered streets (235), routes (appendix F), rural routes and boxes (24,
 * 25, 28), hyphens, grids and fractions (appendix D). Of several ways to write a part, the one that most files use
 * counts: so most addresses, and their fingerprints, are still what they were before there were these rules.
 * `address-pairs.csv` has an example of each.
 * @see https://pe.usps.com/text/pub28/welcome.htm
 */
import { readFileSync } from 'node:fs'
import { STATE_BY_CODE } from '#contract/catalogue/state-codes.ts'

/** A line has the form that counts, then all other ways to write a word. */
const [, OLD_WAYS = '', MORE_WAYS = ''] = readFileSync(new URL('address-words.txt', import.meta.url), 'utf8').split(
  /^#.*\n/m,
)

function wordsIn(lines: string): ReadonlyMap<string, string> {
  const groups = lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  return new Map(groups.flatMap(([counts = '', ...ways]) => ways.map((way) => [way, counts] as const)))
}

/**
 * Suffixes, directions and unit words from Publication 28, plus what lead files use. People call an apartment any of the
 * words after `UNIT`, and mean the same door. “Saint” is abbreviated like “street”; no ZIP has both with one name.
 */
export const ADDRESS_WORDS = wordsIn(OLD_WAYS)
/** Trailers and spaces of a park are its lots. */
const MORE_WORDS = wordsIn(MORE_WAYS)

/** Nebraska’s code is a direction. */
const STATES = [...STATE_BY_CODE]
  .flatMap(([code, name]) => [code, name.toUpperCase()])
  .map((state) => state.replace('NORTH ', 'N ').replace('SOUTH ', 'S ').replace('WEST ', 'W ').replace('ISLAND', 'IS'))
  .filter((state) => state !== 'NE')
  .join('|')
const DIRECTION = '(?:N[EW]?|S[EW]?|E|W)'
/** What a name is followed by; a road or a highway may also be followed by its number. */
const ENDS = '(?:ALY|AVE|BLVD|CIR|CT|CV|DR|LN|PKWY|PL|SQ|ST|TER|WAY)'
const NTH = '(?:ST|ND|RD|TH)'
/** Buildings, floors and lots are not units: Publication 28 has them as designators of their own (C2). */
const UNITS = '(?:UNIT|BLDG|FL|LOT)'
const TENS = ['TWENTY', 'THIRTY', 'FORTY', 'FIFTY', 'SIXTY', 'SEVENTY', 'EIGHTY', 'NINETY']
/** Units that need no number. */
const SIDES = '(?:BASEMENT|FRONT|LOBBY|LOWER|OFFICE|PH|REAR|UPPER)'

/** Glued to its number: `APT4`, `I35`, `TX71`. */
const GLUED = new RegExp(
  `^(?:(APT|STE|SUITE|RM|ROOM|UNIT)|(BLDG|BOX|CR|FL|FM|HC|HWY|IH?|LOT|RR|RTE|SH|SPC|SR|TRLR|US|${STATES}))(\\d+[A-Z]?)$`,
)
/** Words that may have to change, or to move. */
const PARTS = 'BASEMENT BLDG COUNTY CTH FL FRONT KING LOBBY LOT LOWER MC MLK OFFICE PH REAR SH SR STATE UNIT UPPER'
const MAY_CHANGE = [...MORE_WORDS.keys(), ...TENS, ...PARTS.split(' ')].filter((word) => !/\d/.test(word)).sort()
/** A number, a name or a route, perhaps directions and a unit, all as they should be: so are most addresses. */
const PLAIN = new RegExp(
  `^\\d+(?:(?: [NSEW])?(?: (?:[1-9]\\d*${NTH} )?(?!(?:${MAY_CHANGE.join('|')})(?: |$)|(?:CR|FM|HWY|RTE|US) UNIT)[A-Z]{2,})+| (?:CR|FM|(?:US |STATE )?HWY) [1-9]\\d*)(?: [NSEW])?(?: UNIT (?:0|[1-9]\\d*[A-Z]?|[A-Z](?:[1-9]\\d*)?))?$`,
)

const ordinal = (number: string): string =>
  number + (/1[123]$/.test(number) ? 'TH' : (['TH', 'ST', 'ND', 'RD'][Number(number.slice(-1))] ?? 'TH'))

function rule(pattern: string, to: string | ((...found: string[]) => string)): (text: string) => string {
  const from = new RegExp(pattern)
  return typeof to === 'string' ? (text) => text.replace(from, to) : (text) => text.replace(from, to)
}

/**
 * Routes: how they are written in Publication 28, then what files write. Farm and ranch roads have one numbering, so do
 * the roads of a county, of a township and of a state, whatever they are called; a bare highway could be any of these.
 */
const ROUTES = Object.entries({
  INTERSTATE: 'INTERSTATE(?: HWY)?|I ?H?',
  'US HWY': '(?:US|U S|UNITED STATES)(?: HWY| RTE| RD)?|USH',
  CR: `(?:(?:${STATES}) )?(?:CR|C R|CTH|CH|CSAH|COUNTY(?: STATE AID| TRUNK)?(?: RD| HWY| RTE)?|CO (?:TRUNK )?(?:RD|HWY|RTE))`,
  FM: '(?:HWY )?(?:FM|F M|RM|R M|RR|(?:FARM|RNCH)(?: TO)? (?:MARKET|MKT))(?: RD| RTE| HWY)?|(?:FARM|RNCH) RD',
  'TOWNSHIP RD': '(?:TOWNSHIP|TSR|TR)(?: RD| HWY| RTE)?',
  'PRIVATE RD': 'PR|(?:PRIVATE|PVT) RD',
  LOOP: `(?:(?:${STATES}) )?(?:STATE (?:HWY )?)?LOOP`,
  SPUR: `(?:(?:${STATES}) )?(?:STATE (?:HWY )?)?SPUR`,
  'STATE HWY': `(?:(?:${STATES}) )?(?:(?:STATE|ST) (?:TRUNK )?(?:HWY|RTE|RD)|SR|S R|SH|S H|STH)|(?:${STATES})(?: HWY| RTE| RD)?`,
  HWY: 'HWY',
  RTE: 'RTE',
}).map(([name, ways]) => {
  // Letters name county and state routes in the Midwest.
  const letters =
    name === 'CR' || name === 'STATE HWY' ? `|(?<=RD |HWY |RTE |TRUNK |CR |CTH |SR |SH )(?!${ENDS})[A-Z]{1,2}` : ''
  const kind = '(BUSINESS|ALTERNATE|BYP)'
  return rule(
    `^(\\S*\\d\\S*(?: \\d+)*? )(?:(${DIRECTION}) )?(OLD )?(?:${kind} )?(?:${ways}) (?:UNIT |N )?(\\d+(?!${NTH})[A-Z]{0,2}${letters})(?: ${kind})?(?= |$)`,
    (_, house = '', direction = '', old = '', before = '', number = '', after = '') =>
      [`${house}${old}${name}`, number, before, after, direction].filter(Boolean).join(' '),
  )
})

const RULES = [
  rule(`\\b(${TENS.join('|')}) (\\d)(?=${NTH}\\b)`, (_, ten = '', digit = '') => `${TENS.indexOf(ten) + 2}${digit}`),
  rule('^(?:(?:PO|P O|POST OFFICE) (?:BOX|DRAWER)|POB|POBOX) (?:UNIT )?', 'PO BOX '),
  rule('^BOX (?:UNIT )?(\\d\\S*) ((?:RR|RURAL RTE|RTE|HC) (?:UNIT )?\\d+)$', '$2 BOX $1'),
  rule('^(?:RR|R R|RURAL(?: RTE)?|RFD|R F D|RD|R D|RTE) (?:UNIT |N )?(\\d+) BOX (?:UNIT )?', 'RR $1 BOX '),
  rule('^(?:HC|H C|HCR|SR|(?:HWY CONTRACT|STAR|HC)(?: RTE)?) (?:UNIT )?(\\d+) BOX (?:UNIT )?', 'HC $1 BOX '),
  rule('^((?:PO|RR \\d+|HC \\d+) BOX \\d+) ([A-Z])$', '$1$2'),
  // `N W` is one direction, but not in `N W St`.
  rule(` ([NS]) ([EW])(?= |$)(?! ${ENDS}(?: |$))`, ' $1$2'),
  rule('^([NSEW]) ?(\\d+) ([NSEW]) ?(\\d+)(?= )', '$1$2$3$4'),
  rule(' (\\d+)(?:ST|ND|RD|TH) FL(?= |$)', ' FL $1'),
  rule('\\bUNIT (?=(?:BLDG|FL|LOT) )', ''),
  rule('\\b(BLDG|FL|LOT) UNIT (?=\\S)', '$1 '),
  // Units before the street, and between its number and name.
  rule(
    `^((?:${UNITS} (?:\\d+ [A-Z]|[A-Z] \\d+|\\S+) )+)(?=\\S*\\d)(.*[A-Z]{2}.*)$`,
    (_, units = '', street = '') => `${street} ${units.trim()}`,
  ),
  rule(
    `^(\\S*\\d\\S*) UNIT (\\d+ [A-Z]|\\d+[A-Z]?|[A-Z]\\d*) ((?:${DIRECTION} )?(?:(?!(?:${UNITS}|${DIRECTION})(?: |$))[A-Z]{2,}|\\d+${NTH})(?: .*)?)$`,
    '$1 $3 UNIT $2',
  ),
  // A ranch road: RM also means a room.
  rule(`^(\\S*\\d\\S*(?: ${DIRECTION})?) UNIT (\\d{3,4})(?=$| ${DIRECTION}(?: |$)| ${UNITS})`, '$1 FM $2'),
  rule(` (?:DR |DOCTOR )?(?:MARTIN LUTHER|M L|ML) KING(?: JR)?(?= )| (?:DR )?MLK JR(?= )`, ' MLK'),
  rule(` (O|MC) (?!${ENDS}(?: |$))(?=[A-Z]{3,} )`, ' $1'),
  rule(
    `^(\\d+) (?!U S )([A-DF-MO-RT-VX-Z]) (?=(?:${DIRECTION} )?(?:(?!(?:${ENDS}|RD|${UNITS}|${DIRECTION})(?: |$))[A-Z]{2,}|\\d+${NTH})(?: |$))`,
    '$1$2 ',
  ),
  rule(` (\\d+)(?= ${ENDS}(?: |$))`, (_, number = '') => ` ${ordinal(number)}`),
  // A unit without its word.
  rule(
    `^(\\S*\\d\\S* (?:.* )?(?!${DIRECTION} )[A-Z\\d]{2,} ${ENDS}(?: ${DIRECTION})?) (\\d+(?: ?[A-Z])?|[A-DF-MO-RT-VX-Z](?: ?\\d+)?|[NSEW] ?\\d+|${SIDES}(?: ?\\d+)?)$`,
    '$1 UNIT $2',
  ),
  ...ROUTES,
]

/** In Queens, the last two digits of a house number are those after its hyphen: `112-10`, `11210`. */
const QUEENS = /^11(?:00[45]|[1346])/
const SPLIT_NUMBER = /^(\d{1,3})(\d\d[A-Z]?) (?!\d+ )/
const SPLIT_ROAD = / (\d+)(?= RD(?: |$))/
const FIRST_UNIT = new RegExp(` ${UNITS} (?=\\S)`)
const EACH_UNIT = new RegExp(`${UNITS} .+?(?= ${UNITS} |$)`, 'g')

function unifyUnits(units: string): string {
  const joined = units
    .replace(/\b(\d+) ([A-Z])(?= |$)/g, '$1$2')
    .replace(/\b(?!FL )([A-Z]{1,2}) (\d+[A-Z]?)(?= |$)/g, '$1$2')
    .replace(/(?<=\b[A-Z]{1,2})0+(?=\d)/g, '')
  return [...new Set(joined.match(EACH_UNIT))].sort().join(' ')
}

/** @param text of unified words; in Queens, the ZIP tells how to read its number */
export function unifyParts(text: string, zip: string): string {
  const isQueens = QUEENS.test(zip)
  if (PLAIN.test(text) && !isQueens) return text
  let unified = text
    .split(' ')
    .map((word, at, words) => {
      const [, unit, part, number] = (words[at - 1] === 'UNIT' ? null : GLUED.exec(word)) ?? []
      const split = number === undefined ? word : `${unit === undefined ? part : 'UNIT'} ${number}`
      return MORE_WORDS.get(word) ?? split.replace(/\b0+(?=\d)/, '')
    })
    .join(' ')
  if (isQueens) unified = unified.replace(SPLIT_ROAD, (_, number: string) => ` ${ordinal(number)}`)
  for (const apply of RULES) unified = apply(unified)
  if (isQueens)
    unified = unified.replace(SPLIT_NUMBER, (_, block: string, house: string) => `${block} ${house.replace(/^0/, '')} `)
  const at = unified.search(FIRST_UNIT)
  return at < 0 ? unified : `${unified.slice(0, at)} ${unifyUnits(unified.slice(at + 1))}`
}
