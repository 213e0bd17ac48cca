/**
 * The words that addresses spell in several ways, each with the form we use: suffixes, directions and unit words from
 * the Postal Service's Publication 28, plus what lead files use.
 *
 * @see https://pe.usps.com/text/pub28/28apc_002.htm
 */

/** The form we use, and all ways to write it. */
const WAYS: Readonly<Record<string, string>> = {
  // Suffixes.
  ALY: 'ALLEY ALLEE ALLY',
  AVE: 'AVENUE AV AVEN AVENU AVN AVNUE',
  BND: 'BEND',
  BLF: 'BLUFF BLUF',
  BLVD: 'BOULEVARD BOUL BOULV',
  BR: 'BRANCH BRNCH',
  BRG: 'BRIDGE BRDGE',
  BRK: 'BROOK',
  BYP: 'BYPASS BYPA BYPAS',
  CSWY: 'CAUSEWAY',
  CTR: 'CENTER CENTER CENT CEN CNTR',
  CIR: 'CIRCLE CIRC CIRCL CRCL CRCLE',
  CLB: 'CLUB',
  COR: 'CORNER',
  CT: 'COURT CRT',
  CTS: 'COURTS',
  CV: 'COVE',
  CRK: 'CREEK',
  CRES: 'CRESCENT CRSENT CRSNT',
  XING: 'CROSSING CRSSNG',
  DR: 'DRIVE DRIV DRV',
  EST: 'ESTATE',
  ESTS: 'ESTATES',
  EXPY: 'EXPRESSWAY EXP EXPR EXPRESS EXPW',
  EXT: 'EXTENSION EXTN',
  FLS: 'FALLS',
  FRY: 'FERRY',
  FLD: 'FIELD',
  FLDS: 'FIELDS',
  FRST: 'FOREST FORESTS',
  FRK: 'FORK',
  FT: 'FORT',
  FWY: 'FREEWAY FREEWY FRWAY FRWY',
  GDN: 'GARDEN GARDN GRDEN GRDN',
  GDNS: 'GARDENS GRDNS',
  GTWY: 'GATEWAY GATEWY GATWAY GTWAY',
  GLN: 'GLEN',
  GRN: 'GREEN',
  GRV: 'GROVE GROV',
  HBR: 'HARBOR HARB HARBR HRBOR',
  HTS: 'HEIGHTS HT',
  HWY: 'HIGHWAY HIGHWY HIWAY HIWY HWAY',
  HL: 'HILL',
  HLS: 'HILLS',
  HOLW: 'HOLLOW HLLW',
  IS: 'ISLAND ISLND',
  JCT: 'JUNCTION JCTION JCTN JUNCTN',
  KNL: 'KNOLL KNOL',
  KNLS: 'KNOLLS',
  LK: 'LAKE',
  LKS: 'LAKES',
  LNDG: 'LANDING LNDNG',
  LN: 'LANE',
  LOOP: 'LOOPS',
  MNR: 'MANOR',
  MDW: 'MEADOW',
  MDWS: 'MEADOWS MEDOWS',
  ML: 'MILL',
  MLS: 'MILLS',
  MT: 'MOUNT MNT',
  MTN: 'MOUNTAIN MNTAIN MNTN MOUNTIN MTIN',
  ORCH: 'ORCHARD ORCHRD',
  PARK: 'PRK PARKS',
  PKWY: 'PARKWAY PARKWY PKWAY PKY PARKWAYS PKWYS',
  PASS: 'PASSAGE PSGE',
  PL: 'PLACE',
  PLN: 'PLAIN',
  PLNS: 'PLAINS',
  PLZ: 'PLAZA PLZA',
  PT: 'POINT',
  PTS: 'POINTS',
  RNCH: 'RANCH RANCHES RNCHS',
  RDG: 'RIDGE RDGE',
  RIV: 'RIVER RVR RIVR',
  RD: 'ROAD',
  RDS: 'ROADS',
  RTE: 'ROUTE RT',
  SHR: 'SHORE SHOAR',
  SHRS: 'SHORES SHOARS',
  SPG: 'SPRING SPNG SPRNG',
  SPGS: 'SPRINGS SPNGS SPRNGS',
  SQ: 'SQUARE SQR SQRE SQU',
  STA: 'STATION STATN STN',
  // “Saint” is abbreviated like “street”. No ZIP has both with the same name.
  ST: 'STREET STRT STR SAINT',
  SMT: 'SUMMIT SUMIT SUMITT',
  TER: 'TERRACE TERR',
  TRCE: 'TRACE TRACES',
  TRL: 'TRAIL TRAILS TRLS',
  TPKE: 'TURNPIKE TRNPK TURNPK',
  VLY: 'VALLEY VALLY VLLY',
  VW: 'VIEW',
  VLG: 'VILLAGE VILL VILLAG VILLG VILLIAGE',
  VIS: 'VISTA VIST VST VSTA',
  WAY: 'WY',
  // Directions.
  N: 'NORTH NO',
  S: 'SOUTH SO',
  E: 'EAST',
  W: 'WEST',
  NE: 'NORTHEAST',
  NW: 'NORTHWEST',
  SE: 'SOUTHEAST',
  SW: 'SOUTHWEST',
  // Units: people call an apartment any of these, and mean the same door.
  UNIT: 'APT APARTMENT SUITE STE ROOM RM',
  BLDG: 'BUILDING',
  FL: 'FLOOR FLR',
  TRLR: 'TRAILER',
  SPC: 'SPACE',
  // Numbered streets.
  '1ST': 'FIRST',
  '2ND': 'SECOND',
  '3RD': 'THIRD',
  '4TH': 'FOURTH',
  '5TH': 'FIFTH',
  '6TH': 'SIXTH',
  '7TH': 'SEVENTH',
  '8TH': 'EIGHTH',
  '9TH': 'NINTH',
  '10TH': 'TENTH',
}

/** The form we use, by each other way to write it. The form itself is not in here. */
export const ADDRESS_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WAYS).flatMap(([counts, ways]) => ways.split(' ').map((way) => [way, counts] as const)),
)

const STATE_CODES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
/** In the order of the codes. */
const STATE_NAMES =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,District of Columbia,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming'

/** The states by their two-letter code. */
export const STATE_BY_CODE: ReadonlyMap<string, string> = new Map(
  STATE_CODES.split(' ').map((code, index) => [code, STATE_NAMES.split(',')[index] ?? '']),
)

/** Names and codes of states, as they end an address. */
export const STATE_WORDS: ReadonlySet<string> = new Set(
  [...STATE_BY_CODE].flatMap(([code, name]) => [code, name.toUpperCase()]),
)
