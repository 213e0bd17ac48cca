/** Reads the text of the store's own PDFs: standard fonts, one text operator. Not for other PDFs. */
import { inflateSync } from 'node:zlib'

/** The words of one `TJ`, in the encoding of the standard fonts; numbers between them only move the pen. */
function wordsOf(operands: string): string {
  const hex = [...operands.matchAll(/<([0-9a-f]*)>/gi)].map(([, digits]) => digits).join('')
  return new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))
}

/**
 * What each page draws, first page first, of a file as Latin-1. Lengths are taken from the file, since the last byte of
 * a stream may be a line end itself.
 */
export function pdfStreams(file: string): string[] {
  return [...file.matchAll(/<< \/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)].map((head) => {
    const start = head.index + head[0].length
    return inflateSync(Buffer.from(file.slice(start, start + Number(head[1])), 'latin1')).toString('latin1')
  })
}

/** A text, its size in points, and the distance of its first letter from the left. */
export interface PdfRun {
  text: string
  size: number
  x: number
}

/** The text of each page, line by line as written, first page first. */
export function readPdf(bytes: Uint8Array): { pages: string[][]; runs: PdfRun[]; title: string } {
  const file = Buffer.from(bytes).toString('latin1')
  const pages: string[][] = []
  const runs: PdfRun[] = []
  for (const drawn of pdfStreams(file)) {
    for (const [, x = '', size = '', operands = ''] of drawn.matchAll(
      /1 0 0 1 (\S+) \S+ Tm\s\/\w+ (\S+) Tf\s\[(.*?)\] TJ/g,
    ))
      runs.push({ text: wordsOf(operands), size: Number(size), x: Number(x) })
    pages.push([...drawn.matchAll(/\[(.*?)\] TJ/g)].map(([, operands = '']) => wordsOf(operands)))
  }
  const title = /\/Title \((.*?)\)/.exec(file)?.[1]
  return { pages, runs, title: title ?? '' }
}
