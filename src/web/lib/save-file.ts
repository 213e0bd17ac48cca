import { CSV_TYPE } from '#contract/csv-type.ts'
import { downloadFile } from './download-file.ts'
import { type FetchedFile, fetchFile } from './fetch-file.ts'

/** Fetches a table and saves it on the reader's device. */
export async function saveFile(address: string): Promise<FetchedFile> {
  const file = await fetchFile(address)
  downloadFile(file.name, CSV_TYPE, file.text)
  return file
}
