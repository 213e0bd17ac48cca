/**
 * Turns text into characters that the standard PDF fonts can show. These fonts cost neither memory nor time and cover
 * Western Europe. Of all other text it keeps as much as a reader can understand.
 */

/** The characters of windows-1252, the encoding of these fonts, beyond Latin-1. */
const BEYOND_LATIN_1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')

/** Letters that do not decompose into a plain letter and a mark. */
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

/** Marks, joiners, directions, emoji: they can be dropped without changing a word. */
const SILENT = /^[\p{M}\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]$/u

/** Replaces a letter that cannot be shown. */
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

/** Returns the text in one line, without emoji and accents that the fonts lack, and with `?` for letters of other scripts. */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(printableCharacter).join('').replace(/ {2,}/g, ' ').trim()
}

/** Whether making a text printable loses or replaces part of it. */
export function losesLetters(text: string): boolean {
  const lost = (shown: string) => shown.split(UNPRINTABLE).length
  return lost(printable(text)) > lost(text)
}

/** Whether any letter or digit is left. */
export function isReadable(shown: string): boolean {
  return /[\p{L}\p{N}]/u.test(shown)
}
