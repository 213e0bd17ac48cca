/**
 * Reads XML as it arrives: tags and the text between them, without checking how they nest. It knows no document types
 * and no entities but the five of XML itself, so a file can make it neither open other files nor grow.
 */

/** The text is not XML that we read. */
export class XmlError extends Error {
  override name = 'XmlError'
}

/** A tag or a text between two tags is far shorter. */
const TOKEN_CHARACTERS_MAX = 200_000

interface XmlHandler {
  /** @param attributes as written, for `attributeOf` */
  open(name: string, attributes: string, isEmpty: boolean): void
  text?(text: string): void
  close?(name: string): void
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CODE_POINT_MAX = 0x10ffff

/** Replaces entities by what they mean; unknown ones stay as they are. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= CODE_POINT_MAX ? String.fromCodePoint(point) : whole
  })
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Returns the value of an attribute, whatever prefix it has. */
export function attributeOf(attributes: string, name: string): string | undefined {
  for (const [, found = '', double, single] of attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (withoutPrefix(found) === name) return decodeEntities(double ?? single ?? '')
  }
  return undefined
}

const QUOTES = /["']/

/** Reads one document: `push` each part of its text. */
export class XmlReader {
  readonly #handler: XmlHandler
  #rest = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @throws XmlError for a document type, or a tag without an end in sight */
  push(text: string): void {
    const all = this.#rest + text
    let at = 0
    for (;;) {
      const next = this.#step(all, at)
      if (next < 0) break
      at = next
    }
    this.#rest = all.slice(at)
    if (this.#rest.length > TOKEN_CHARACTERS_MAX) throw new XmlError('a tag or text is too long')
  }

  /** @returns where the next token starts; -1 if this one is not all here */
  #step(all: string, at: number): number {
    const start = all.indexOf('<', at)
    if (start < 0) return -1
    if (start > at) {
      this.#handler.text?.(decodeEntities(all.slice(at, start)))
      return start
    }
    if (all[start + 1] === '!') return this.#readSpecial(all, start)
    if (all[start + 1] === '?') return after(all, '?>', start)
    const end = endOfTag(all, start)
    if (end < 0) return -1
    this.#readTag(all.slice(start + 1, end))
    return end + 1
  }

  /** Comments and plain text; a document type is refused. */
  #readSpecial(all: string, start: number): number {
    const head = all.slice(start, start + 9)
    if (head.startsWith('<!--')) return after(all, '-->', start + 4)
    if (head === '<![CDATA[') {
      const end = all.indexOf(']]>', start)
      if (end < 0) return -1
      this.#handler.text?.(all.slice(start + 9, end))
      return end + 3
    }
    if ('<!--'.startsWith(head) || '<![CDATA['.startsWith(head)) return -1
    throw new XmlError('document types are not read')
  }

  #readTag(tag: string): void {
    if (tag.startsWith('/')) {
      this.#handler.close?.(withoutPrefix(tag.slice(1).trimEnd()))
      return
    }
    const isEmpty = tag.endsWith('/')
    const inside = isEmpty ? tag.slice(0, -1) : tag
    const space = inside.search(/\s/)
    const name = withoutPrefix(space < 0 ? inside : inside.slice(0, space))
    this.#handler.open(name, space < 0 ? '' : inside.slice(space), isEmpty)
    if (isEmpty) this.#handler.close?.(name)
  }
}

function after(all: string, mark: string, from: number): number {
  const end = all.indexOf(mark, from)
  return end < 0 ? -1 : end + mark.length
}

/** Finds the `>` of a tag, which may also be inside quotes. */
function endOfTag(all: string, start: number): number {
  const end = all.indexOf('>', start)
  if (end < 0 || !QUOTES.test(all.slice(start, end))) return end
  let quote = ''
  for (let at = start; at < all.length; at += 1) {
    const character = all.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return -1
}
