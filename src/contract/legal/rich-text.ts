/**
 * A small subset of Markdown: headings (`#`, `##`), paragraphs, lists (`- `, `1. `), **bold**, and links to https or to a
 * page of the store. Everything else, such as HTML, stays the text that it is.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'link'; text: string; href: string }
export type Block =
  | { kind: 'heading' | 'subheading' | 'paragraph'; content: Inline[] }
  | { kind: 'list'; isNumbered: boolean; items: Inline[][] }

const PLACE = /\{\{(\w{1,40})\}\}/g
/** Bounded and without nesting, so that no text takes long to read. */
const MARK = /\*\*([^*]{1,500})\*\*|\[([^[\]]{1,300})\]\(([^()\s]{1,500})\)/g
/** A second slash or a backslash would lead to another site. */
const ADDRESS = /^(https:\/\/[^\s\\<>"]+|\/(?![/\\])[\w/?=&.#-]*)$/

type Facts = Readonly<Record<string, string>>
const namesIn = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = '']) => name)

/** Fills `{{name}}` with the store's facts. A line with an empty fact is left out: it is about what this store lacks. */
export const fillText = (text: string, facts: Facts): string =>
  text
    .split('\n')
    .filter((line) => !namesIn(line).some((name) => Object.hasOwn(facts, name) && facts[name] === ''))
    .map((line) => line.replace(PLACE, (place, name) => (Object.hasOwn(facts, name) ? (facts[name] ?? '') : place)))
    .join('\n')

/** Returns the first name in `{{…}}` that the store has no fact for. */
export const unknownFact = (text: string, facts: Facts) => namesIn(text).find((name) => !Object.hasOwn(facts, name))

function readInline(text: string): Inline[] {
  const found: Inline[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    const [whole, bold, label = '', href = ''] = match
    if (bold === undefined && !ADDRESS.test(href)) continue
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) })
    found.push(bold === undefined ? { kind: 'link', text: label, href } : { kind: 'bold', text: bold })
    end = match.index + whole.length
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) })
  return found
}

/** Reads a text as blocks. Any text can be read. */
export function readRichText(text: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', content: readInline(lines.join(' ')) })
    lines = []
  }
  for (const line of [...text.split('\n').map((one) => one.trim()), '']) {
    const [, hashes, title] = /^(#{1,3})\s+(.*)$/.exec(line) ?? []
    const [, mark, item] = /^(-|\d{1,3}\.)\s+(.*)$/.exec(line) ?? []
    if (line === '' || title !== undefined || item !== undefined) endParagraph()
    if (title !== undefined)
      blocks.push({ kind: hashes === '###' ? 'subheading' : 'heading', content: readInline(title) })
    else if (item !== undefined) {
      const isNumbered = mark !== '-'
      const last = blocks.at(-1)
      if (last?.kind === 'list' && last.isNumbered === isNumbered) last.items.push(readInline(item))
      else blocks.push({ kind: 'list', isNumbered, items: [readInline(item)] })
    } else if (line !== '') lines.push(line)
  }
  return blocks
}
