/** Reads the text of the store's own PDFs: standard fonts, one drawing operator for text. Not for others. */
import { inflateSync } from 'node:zlib'

/** The words of one `TJ`, in the encoding of the standard fonts; numbers between them only move the pen. */
function wordsOf(operands: string): string {
  const hex = [...operands.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits).join('')
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
}

/** What each page says, line by line as it was written, first page first. */
export function readPdf(bytes: Uint8Array): { pages: string[][]; title: string } {
  const file = Buffer.from(bytes).toString('latin1')
  const pages: string[][] = []
  for (const { 1: content = '' } of file.matchAll(
    /\/Filter \/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g,
  )) {
    const drawn = inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
    pages.push([...drawn.matchAll(/\[(.*?)\] TJ/g)].map(([, operands = '']) => wordsOf(operands)))
  }
  const titleObject = /\/Title (\d+) 0 R/.exec(file)?.[1]
  const title = new RegExp(`^${titleObject} 0 obj\\s*\\((.*?)\\)`, 'm').exec(file)?.[1]
  return { pages, title: title ?? '' }
}
