/** What a file is, by what stands in it: its name and what a browser says of it may be anything. */
import { CsvError, CsvReader } from '#server/platform/csv-reader.ts'
import { namesInZip } from '#server/platform/workbook.ts'

/** A header is shorter by far. The rest of a file is its buyer's to read, and would keep every other request waiting. */
const HEADER_CHARACTERS_MAX = 65_536

/** What may be delivered. */
export type FileKind = 'csv' | 'xlsx' | 'pdf'

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  bytes.length >= text.length && Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text

/** A workbook without programs in it. What else is a zip (a document, an archive) is none. */
function isWorkbook(bytes: Uint8Array): boolean {
  const names = namesInZip(bytes)
  if (!names?.includes('[Content_Types].xml') || !names.includes('xl/workbook.xml')) return false
  return !names.some((name) => /vbaproject|activex|\.(bin|exe|js|vbs)$/i.test(name) && !/printerSettings/i.test(name))
}

/** Text in UTF-8 whose first row is that of a table of at least two columns, and which is no page or script. */
function isTable(bytes: Uint8Array): boolean {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return false
  }
  if (/(?!\s)\p{Cc}/u.test(text) || /^\s*</.test(text)) return false
  try {
    const header = CsvReader.firstRow(text.slice(0, HEADER_CHARACTERS_MAX))
    return header.length > 1 || /[;\t]/.test(header[0] ?? '')
  } catch (error) {
    if (error instanceof CsvError) return false
    throw error
  }
}

/** The kind of a file; null for what nobody should be sent. */
export function fileKindOf(bytes: Uint8Array): FileKind | null {
  if (startsWith(bytes, '%PDF-')) return 'pdf'
  if (startsWith(bytes, 'PK')) return isWorkbook(bytes) ? 'xlsx' : null
  return isTable(bytes) ? 'csv' : null
}
