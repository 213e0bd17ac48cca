/** Reads a workbook like a spreadsheet would: the cells of its first sheet. */
import { strFromU8, unzipSync } from 'fflate'

const plainText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Every row of a workbook that `writeWorkbook` wrote; texts as texts, numbers as numbers, empty cells as null. */
export function workbookRows(bytes: Uint8Array): (string | number | null)[][] {
  const parts = unzipSync(bytes)
  const sheet = parts['xl/worksheets/sheet1.xml']
  if (!sheet) throw new Error('the workbook has no sheet')
  return [...strFromU8(sheet).matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: (string | number | null)[] = []
    for (const [, column = '', inner = ''] of row.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/gs)) {
      const index = [...column].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      while (cells.length < index) cells.push(null)
      const text = /<t [^>]*>(.*?)<\/t>/s.exec(inner)
      cells.push(text ? plainText(text[1] ?? '') : Number(/<v>(.*?)<\/v>/.exec(inner)?.[1]))
    }
    return cells
  })
}
