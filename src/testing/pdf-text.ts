/** Reads the text of the store's own PDFs: standard fonts, one text operator. Not for other PDFs. */
import { inflateSync } from 'node:zlib'

/** The words of one `TJ`, in the encoding of the standard fonts; numbers between them only move the pen. */
function wordsOf(operands: string): string {
  const hex = [...operands.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits).join('')
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
}

/** Returns the text of each page as one line, as it is drawn, and the title. A hyphen may end a part of a word. */
export function readPdf(bytes: Uint8Array): { pages: string[]; title: string } {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = [...file.matchAll(/\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/g)].map((head) => {
    const start = head.index + head[0].length
    return inflateSync(Buffer.from(file.slice(start, start + Number(head[1])), 'latin1')).toString('latin1')
  })
  const pages = streams.map((drawn) =>
    [...drawn.matchAll(/\[(.*?)\] TJ/g)]
      .map(([, operands = '']) => wordsOf(operands).trim())
      .filter(Boolean)
      .join(' ')
      .replaceAll('- ', '-'),
  )
  const [, titleObject] = /\/Title (\d+) 0 R/.exec(file) ?? []
  return { pages, title: new RegExp(`\n${titleObject} 0 obj\n\\((.*)\\)\n`).exec(file)?.[1] ?? '' }
}
