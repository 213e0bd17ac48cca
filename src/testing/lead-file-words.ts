/** Words for generated lead files. The phone numbers have real area codes and belong to no one in particular. */
const split = (text: string): readonly string[] => text.split(' ')

export const FIRST_NAMES = split(
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald Ashley Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa José María Luis Carmen Wei Mei Raj Priya',
)
export const LAST_NAMES = split(
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Peña O’Brien D’Angelo McDonald',
)
export const COMPANIES = [
  'Oak Hill Holdings LLC',
  'Blue Door Homes, Inc.',
  'Keystone Property Group LP',
  'Ridge & Vale Trust',
]
export const STREETS = split(
  'Oak Maple Cedar Pine Elm Walnut Chestnut Birch Willow Hickory Magnolia Juniper Laurel Sycamore Poplar Aspen Washington Jefferson Lincoln Madison Monroe Jackson Adams Franklin Hamilton Grant Sherman Houston Crockett Bowie Travis Lamar Guadalupe Pecos Brazos Nueces Colorado Trinity Sabine Concho Bluebonnet Sunflower Primrose Violet Daisy Ivory Amber Copper Silver Granite Marble Cobalt Falcon Heron Sparrow Wren Robin Cardinal Osprey Meadowlark Deerfield Foxglove Brookside Hillcrest Ridgeway Summerset Winterberry Autumnwood Springdale Northgate Southwick Eastbourne Westmont Kingsley Queensbury Dunmore Ashford Bradford Clifton Dorset Essex Fairfax Glenwood Hanover Kensington Lancaster Mayfair Newport Oxford Preston Quincy Rutland Stafford Trenton Uxbridge Vernon Windsor Yorktown Zephyr Abbott Barton Calhoun Decatur Ellis Fulton Gaines Harlan Irving Jasper Keller Lowell Mercer Norwood Olive Palmer Ransom',
)
/** Each suffix in two equivalent forms. */
export const SUFFIXES = [
  ['Street', 'St'],
  ['Avenue', 'Ave'],
  ['Drive', 'Dr.'],
  ['Lane', 'Ln'],
  ['Road', 'RD'],
  ['Boulevard', 'Blvd'],
  ['Court', 'Ct'],
  ['Circle', 'Cir'],
  ['Place', 'PL'],
  ['Trail', 'Trl'],
] as const
/** Each direction in two equivalent forms. */
export const DIRECTIONS = [
  ['', ''],
  ['North', 'N'],
  ['South', 'S.'],
  ['East', 'E'],
  ['West', 'w'],
] as const
export const AREA_CODES = split(
  '512 210 214 972 713 832 817 915 302 410 301 240 443 202 703 804 919 704 404 770 305 407 813 615 901 502 614 216 513 317 312 773 414 612 314 816 402 405 303 602 702 801 206 503 916 415 619',
)
export const CITIES = split(
  'Fairview Midway Oakland Franklin Clinton Greenville Bristol Springfield Salem Georgetown Riverside Lakewood Arlington Ashland Burlington Manchester Milton Newport Oxford Clayton',
)
export const STATE_CODES: Readonly<Record<string, string>> = {
  Texas: 'TX',
  Delaware: 'DE',
  Maryland: 'MD',
  Ohio: 'OH',
  Florida: 'FL',
  Georgia: 'GA',
}
