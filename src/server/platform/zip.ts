/** Writes ZIP files. */
import { strToU8, zipSync } from 'fflate'

/** Packs texts and bytes under their names. */
export const zipFiles = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      [...files].map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content]),
    ),
  )
