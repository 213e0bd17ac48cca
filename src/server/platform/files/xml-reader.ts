/** XML without document types, and with its own five entities: a file can make this neither read others nor grow. */

export class XmlError extends Error {
  override name = 'XmlError'
}

export interface XmlHandler {
  /** @param attributes as written, for `attribute` */
  open(name: string, attributes: string, isEmpty: boolean): void
  text?(text: string): void
  close?(name: string): void
}

/** A tag or a text between two tags is far shorter. */
const TOKEN_CHARACTERS_MAX = 200_000
/** A comment or instruction; CDATA; a tag, whose `>` may also be inside quotes; or a text up to one. None needs more than one look at each letter. */
const TOKEN =
  /<(?:!--[\s\S]*?-->|\?[\s\S]*?\?>|!\[CDATA\[([\s\S]*?)\]\]>|(\/)?(?:[\w.-]+:)?([\w.-]+)((?:[\s/][^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)?)>)|([^<]+)(?=<)/y
const SPECIAL = ['<!--', '<![CDATA[']
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const CODE_POINT_MAX = 0x10ffff

/** What no text of the store can have: the character 0, and halves of characters. */
const sound = (text: string): string => text.replaceAll('\0', ' ').toWellFormed()

function decodeEntities(text: string): string {
  if (!text.includes('&')) return sound(text)
  const decoded = text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= CODE_POINT_MAX ? String.fromCodePoint(point) : whole
  })
  return sound(decoded)
}

/** Returns a function that finds an attribute in those of a tag. */
export function attribute(name: string): (attributes: string) => string | undefined {
  const pattern = new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  return (attributes) => {
    const found = pattern.exec(attributes)
    return found ? decodeEntities(found[1] ?? found[2] ?? '') : undefined
  }
}

export class XmlReader {
  readonly #handler: XmlHandler
  #rest = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  /** @throws XmlError for a document type, or a tag without an end in sight */
  push(more: string): void {
    const all = this.#rest + more
    let at = 0
    for (;;) {
      TOKEN.lastIndex = at
      const token = TOKEN.exec(all)
      if (!token) break
      at = TOKEN.lastIndex
      const [, data, isClosing, name, attributes = '', text] = token
      if (text !== undefined) this.#handler.text?.(decodeEntities(text))
      else if (data !== undefined) this.#handler.text?.(sound(data))
      else if (name !== undefined) {
        const isEmpty = attributes.endsWith('/')
        if (!isClosing) this.#handler.open(name, attributes, isEmpty)
        if (isClosing || isEmpty) this.#handler.close?.(name)
      }
    }
    this.#rest = all.slice(at)
    const start = this.#rest.slice(0, 9)
    if (start.startsWith('<!') && !SPECIAL.some((mark) => start.startsWith(mark) || mark.startsWith(start)))
      throw new XmlError('document types are not read')
    if (this.#rest.length > TOKEN_CHARACTERS_MAX) throw new XmlError('a tag or text is too long')
  }
}
