import { CsvError } from './csv-reader.ts'

const ADVICE = 'Save it as “CSV UTF-8”.'

/** Decodes bytes of a file as text, part by part: UTF-8, with or without a byte order mark. */
export class TextReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** The first bytes, kept until there are two, because they may show another encoding. */
  #head: Buffer | null = Buffer.alloc(0)

  /** @throws CsvError for bytes that are not UTF-8 text */
  read(bytes: Buffer): string {
    if (!this.#head) return this.#decode(bytes)
    const head = Buffer.concat([this.#head, bytes])
    this.#head = head
    if (head.length < 2) return ''
    this.#head = null
    const mark = head.readUInt16BE(0)
    if (mark === 0xfffe || mark === 0xfeff) throw new CsvError(`The file is in UTF-16 (“Unicode text”). ${ADVICE}`)
    if (mark === 0x504b) throw new CsvError('This is a workbook, not a CSV file. Save the sheet as “CSV UTF-8”.')
    return this.#decode(head)
  }

  /** @throws CsvError if the last character is cut off */
  end(): string {
    const rest = this.#head
    this.#head = null
    return (rest ? this.#decode(rest) : '') + this.#decode()
  }

  #decode(bytes?: Buffer): string {
    let text: string
    try {
      text = bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode()
    } catch {
      throw new CsvError(`The file is not text in UTF-8. ${ADVICE}`)
    }
    if (text.includes('\0')) throw new CsvError(`The file holds characters that no text has. ${ADVICE}`)
    return text
  }
}
