/**
 * Writes workbooks (XLSX) with the least XML that Excel, LibreOffice and Google Sheets read. Text that starts like a
 * formula is guarded although its cell is text: saving as CSV or editing would make it one.
 * @see ECMA-376 part 1, sections 18.2 (workbook), 18.3 (worksheet) and 18.8 (styles)
 */
import { strToU8, zipSync } from 'fflate'
import { guardCell } from '#contract/csv.ts'

/** Packs texts and bytes under their names. */
export function zipFiles(files: ReadonlyMap<string, string | Uint8Array>): Uint8Array {
  const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? strToU8(content) : content)
  return zipSync(Object.fromEntries([...files].map(([name, content]) => [name, bytesOf(content)])))
}

type WorkbookCell = string | number | null
/** By header. `day`: texts `2026-11-22` become dates. `dollars`: numbers are shown as money. */
type Formats = Readonly<Record<string, 'day' | 'dollars'>>

/** What XML 1.0 cannot contain: control characters except tab and line ends, lone surrogates, two noncharacters. */
const UNWRITABLE = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu
const CELL_LENGTH_MAX = 32_767
/** `formatted`: a value is longer when shown than when written. */
const WIDTH = { min: 8, formatted: 12, max: 42, spare: 2 }
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

const FIXED_PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${MEDIA}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  // By `STYLES`; readers require the two fills and the border. Format 14 shows dates as the reader's computer does.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

const STYLES = { plain: 0, header: 1, day: 2, dollars: 3 } as const

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .slice(0, CELL_LENGTH_MAX)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Counts days from the end of 1899. That calendar is wrong before March 1900, so earlier days stay text. */
function asDate(text: WorkbookCell): WorkbookCell {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(String(text)) ? Date.parse(`${text}T00:00Z`) / 86_400_000 + 25_569 : 0
  return day > 60 ? day : text
}

function cellXml(value: WorkbookCell, place: string, format: keyof typeof STYLES): string {
  const cell = format === 'day' ? asDate(value) : value
  const style = STYLES[format]
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c r="${place}" s="${style}"><v>${cell}</v></c>`
  const text = xmlText(guardCell(String(cell)))
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

function sheetXml(rows: readonly (readonly WorkbookCell[])[], formats: Formats): string {
  const [header = []] = rows
  const formatOf = header.map((name) => formats[String(name)] ?? 'plain')
  const columns = header.map((_, column) => {
    const least = formatOf[column] === 'plain' ? WIDTH.min : WIDTH.formatted
    const longest = rows.reduce((most, row) => Math.max(most, String(row[column] ?? '').length), least)
    const width = Math.min(WIDTH.max, longest + WIDTH.spare)
    return `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`
  })
  const data = rows.map((row, index) => {
    const cells = row.map((cell, column) =>
      cellXml(cell, `${columnName(column)}${index + 1}`, index === 0 ? 'header' : (formatOf[column] ?? 'plain')),
    )
    return `<row r="${index + 1}">${cells.join('')}</row>`
  })
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  return `${XML}<worksheet xmlns="${SPREADSHEET}">${frozen}<cols>${columns.join('')}</cols><sheetData>${data.join('')}</sheetData></worksheet>`
}

/** @param sheet its name: at most 31 characters, none of `[]:*?/\`. @param rows the first is the header */
export function writeWorkbook(sheet: string, rows: readonly (readonly WorkbookCell[])[], formats: Formats = {}) {
  const workbook = `${XML}<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(sheet).replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const parts = { ...FIXED_PARTS, 'xl/workbook.xml': workbook, 'xl/worksheets/sheet1.xml': sheetXml(rows, formats) }
  const packed = Object.entries(parts).map(([name, text]) => [name, strToU8(text)])
  return zipSync(Object.fromEntries(packed), { level: 6, mtime: ZIP_EPOCH })
}

/** The earliest day that a zip can have, always the same, so that equal tables give equal bytes. */
const ZIP_EPOCH = '1980-01-01T12:00:00'
