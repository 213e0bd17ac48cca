import { strFromU8, unzipSync } from 'fflate'

/** The texts in a ZIP file, by name. */
export const unzipTexts = (bytes: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]))
