/** What people and sources shorten in names, spelled out. */
const LONG_FORMS = new Map(
  Object.entries({
    ft: 'fort',
    hts: 'heights',
    mt: 'mount',
    mtn: 'mountain',
    pt: 'point',
    spgs: 'springs',
    st: 'saint',
    ste: 'sainte',
  }),
)
const SHORT_FORM = new RegExp(`\\b(?:${[...LONG_FORMS.keys()].join('|')})\\b`, 'g')
const INITIALS = /\b(?:[a-z] )+[a-z]\b/g
const PLAIN = /^[a-z]+(?: [a-z]+)*$/

/** Lowercase words without accents, apostrophes and punctuation. */
export function normalize(text: string): string {
  const small = text.toLowerCase()
  // Nearly all names are plain, and there are 25,000 of them.
  if (PLAIN.test(small)) return small
  return small
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’‘`ʻ]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Initials as one word: "l a" is "la". Takes normalized text. */
export function withoutGaps(normalized: string): string {
  return normalized.replace(INITIALS, (initials) => initials.replaceAll(' ', ''))
}

/** Spells out what is often shortened: "st louis" and "saint louis" are the same name. Takes normalized text. */
export function spelledOut(normalized: string): string {
  return normalized.replace(SHORT_FORM, (word) => LONG_FORMS.get(word) ?? word)
}
