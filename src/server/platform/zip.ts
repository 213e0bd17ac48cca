/** Writes ZIP files. */
import { strToU8, zipSync } from 'fflate'

/** Packs texts under their names. */
export const zipTexts = (files: ReadonlyMap<string, string>): Uint8Array =>
  zipSync(Object.fromEntries([...files].map(([name, text]) => [name, strToU8(text)])))
