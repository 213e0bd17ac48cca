/**
 * Text that the standard fonts of PDF can show. They cost neither memory nor time, and hold the letters of Western
 * Europe; of everything else as much is kept as a reader understands.
 */

/** What windows-1252, the encoding of these fonts, has beyond Latin-1. */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Letters that do not fall apart into a plain one and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ẞ: 'SS',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '−': '-',
  '―': '—',
  '′': "'",
  '″': '"',
  ʻ: '‘',
  ʼ: '’',
}

const isPrintable = (character: string): boolean =>
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]$/.test(character) || BEYOND_LATIN_1.has(character)

/** Marks, joiners, directions, emoji: what can go without a word being misread. */
const SILENT = /^[\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u

/** Marks a letter that cannot be shown. */
export const UNPRINTABLE = '?'

function printableCharacter(character: string): string {
  if (isPrintable(character)) return character
  if (SILENT.test(character)) return ''
  if (/^[\s\p{Z}\p{Cc}]$/u.test(character)) return ' '
  const plain = PLAIN[character]
  if (plain !== undefined) return plain
  const parts = [...character.normalize('NFKD')].filter((part) => !/^\p{M}$/u.test(part))
  return parts.length > 0 && parts.every(isPrintable) ? parts.join('') : UNPRINTABLE
}

/**
 * The text in one line, with accents that the fonts lack left out, emoji gone, and `?` in the place of letters of other
 * scripts.
 */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableCharacter).join('').replace(/ {2,}/g, ' ').trim()
}

/** Whether something of a text is missing or marked once it is made printable. */
export function losesLetters(text: string): boolean {
  const lost = (shown: string) => shown.split(UNPRINTABLE).length
  return lost(printable(text)) > lost(text)
}

/** Whether there is a letter or digit left to read. */
export function isReadable(shown: string): boolean {
  return /[\p{L}\p{N}]/u.test(shown)
}
