import { FileProblem } from '#server/platform/files/unpack.ts'

export { Bounds, FileProblem, unpack } from '#server/platform/files/unpack.ts'

/** @throws FileProblem for a header whose cells are not separated by commas */
export function requireCommas(header: readonly string[]): void {
  if (header.length > 1 || !/[;\t|]/.test(header[0] ?? '')) return
  throw new FileProblem('The columns are separated by something else than commas. Save the file as CSV with commas.')
}
