/** The names of columns as words that are the same whoever wrote them: `Contact1Phone_1_DNC` and `Contact 1 - Phone #1 (DNC)`. */

/** The word we use, then other ways to write it. */
const WAYS = `
  address addr addrs adr adrs addresses, street str strt streets, property prop site situs subject phy phys physical premise premises loc location,
  mailing mail mlg mailto taxpayer taxbill billing correspondence, city town municipality cty, state province,
  zip zipcd zipcode postalcode postcode postal zcode, county cnty parish, number num nbr, unit apt apartment suite ste condo,
  phone phones telephone tel telephones phonenumber phonenumbers ph, mobile cell cellular cellphone wireless, landline landlines,
  email emails emailaddress, first fname firstname given givenname, last lname lastname surname family familyname, middle mname middlename mi,
  full fullname complete whole, name names, company business organization organisation entity corporation corp companyname businessname,
  owner owners own ownr grantee, contact contacts, co cowner coowner spouse, type kind kinds types, direction dir directional, suffix sfx,
  fips fipscode, bed beds bedrooms bedroom bdrms bdrm br, value valuation avm, percent pct perc percentage,
  dnc donotcall ndnc dncl dnd donotcontact, litigator litigators litigation litigious, optout optedout unsubscribed unsubscribe,
  suppress suppressed suppression blacklist blacklisted, acquired acquisition, built blt, year yr, estimated est estim, line ln`

const WORDS: ReadonlyMap<string, string> = new Map(
  WAYS.split(',').flatMap((group) => {
    const [word = '', ...ways] = group.trim().split(/\s+/)
    return [word, ...ways].map((way) => [way, word] as const)
  }),
)

/** Words that mean something only together. The texts have a space at both ends, and between words. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/ (?:zip|postal|post)(?: (?:or|and))?(?: (?:zip|postal|post))? code /g, ' zip '],
  [/ e mail(?: address(?:es)?)? /g, ' email '],
  [/ do not (?:call|contact|text|mail|email|disturb|solicit) /g, ' dnc '],
  [/ opt(?:ed)? out /g, ' optout '],
  [/ tax (?:bill|bills|billing|payer|mailing|mail) /g, ' mailing '],
  [/ (?:co|second|secondary) owner /g, ' owner 2 '],
  [/ (?:primary|main|first) owner /g, ' owner 1 '],
  [/ land line /g, ' landline '],
  [/ (pre|post)dir(?:ection(?:al)?)? /g, ' $1 direction '],
  [/ (?:no|non) (?=dnc )/g, ' not '],
  [/ (?:ok|okay|safe|can|may|allowed|permitted)(?: (?:to|we|be))* (?:call|called|contact|text) /g, ' callable '],
  [/ d n c | dont call | no call | do not market | call status /g, ' dnc '],
  [/ st (?=(?:name|number|num|no|nbr|type|suffix|dir|direction|address) )/g, ' street '],
  [/ (?:no|nbr) /g, ' number '],
  [/ st /g, ' state '],
]

/** Parts of words that are written together without a mark: `ownermailingaddress`, `propertyzip`. */
const ALSO_GLUED = 'full home work office other line lead source status sale date total market equity'.split(' ')
const GLUED = [...new Set([...WORDS.keys(), ...ALSO_GLUED])]
  .filter((word) => word.length > 2)
  .sort((a, b) => b.length - a.length)

const GLUED_MAX = 30

/** Splits a word that no list knows into words that lists know; itself if it has another part. */
function unglue(word: string): string[] {
  // The time doubles with each part that fits.
  if (word.length < 7 || word.length > GLUED_MAX || WORDS.has(word)) return [word]
  for (const start of GLUED) {
    if (!word.startsWith(start) || start === word) continue
    const rest = word.slice(start.length)
    const parts = WORDS.has(rest) || GLUED.includes(rest) ? [rest] : unglue(rest)
    if (parts.every((part) => WORDS.has(part) || GLUED.includes(part))) return [start, ...parts]
  }
  return [word]
}

/** The words of a column's name, in its order. Numbers are words; `#`, `%` and `$` are spoken. */
export function columnWords(name: string): string[] {
  const spoken = name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replace(/#/g, ' number ')
    .replace(/%/g, ' percent ')
    .replace(/\$/g, ' dollars ')
    .replace(/\+/g, ' plus ')
    .replace(/['’]/g, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/\b(\d)(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .toLowerCase()
  let text = ` ${(spoken.match(/[\p{L}\d]+/gu) ?? []).flatMap(unglue).join(' ')} `
  for (const [phrase, word] of PHRASES) text = text.replace(phrase, word)
  return text
    .trim()
    .split(' ')
    .filter(Boolean)
    .map((word) => WORDS.get(word) ?? word)
}
