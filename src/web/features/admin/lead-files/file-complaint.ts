import { LEAD_FILE_BYTES_MAX } from '#contract/admin/lead-files.ts'
import { csvComplaint } from '#web/lib/file-imports.ts'

/** Says why a lead file cannot be imported; undefined if it is worth sending. */
export function fileComplaint(file: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(zip|7z|rar)$/i.test(file.name)) {
    return `“${file.name}” is an archive. Take the CSV file out of it, or compress it with gzip (.gz).`
  }
  return csvComplaint(file, {
    bytesMax: LEAD_FILE_BYTES_MAX,
    advice: 'Compress it with gzip (.gz), or import it in parts.',
  })
}
