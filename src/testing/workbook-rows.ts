/** Workbooks with several sheets, and what a spreadsheet reads in one that the store wrote. */
import { strFromU8, unzipSync } from 'fflate'
import { zipFiles } from '#server/platform/files/workbook.ts'

const plainText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The XML of a workbook's sheet. */
export const sheetXmlOf = (bytes: Uint8Array): string =>
  strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

/** Every row of a workbook that `writeWorkbook` wrote; texts as texts, numbers as numbers, dates as days, empty cells as null. */
export function workbookRows(bytes: Uint8Array): (string | number | null)[][] {
  return [...sheetXmlOf(bytes).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number | null)[] = []
    for (const [, column = '', style, inner = ''] of row.matchAll(/<c r="([A-Z]+)\d+" s="(\d)"[^>]*>(.*?)<\/c>/gs)) {
      const index = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (cells.length < index) cells.push(null)
      const text = /<t [^>]*>(.*?)<\/t>/s.exec(inner)
      const number = Number(/<v>(.*?)<\/v>/.exec(inner)?.[1])
      const value =
        style === '2' ? new Date(Date.UTC(1899, 11, 30) + number * 86_400_000).toISOString().slice(0, 10) : number
      cells.push(text ? plainText(text[1] ?? '') : value)
    }
    return cells
  })
}

/** A workbook with several sheets. */
export function workbookOf(sheets: Record<string, readonly (readonly string[])[]>): Uint8Array {
  const names = Object.keys(sheets)
  const one = (tag: (at: number) => string) => names.map((_, at) => tag(at)).join('')
  const files = new Map<string, string>([
    ['xl/workbook.xml', `<workbook>${one((at) => `<sheet name="${names[at]}" r:id="r${at}"/>`)}</workbook>`],
    ['xl/_rels/workbook.xml.rels', `<R>${one((at) => `<Relationship Id="r${at}" Target="${at}.xml"/>`)}</R>`],
  ])
  for (const [at, rows] of Object.values(sheets).entries()) {
    const cells = rows.map((row) => row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join(''))
    files.set(`xl/${at}.xml`, `<worksheet><row>${cells.join('</row><row>')}</row></worksheet>`)
  }
  return zipFiles(files)
}
