/** Bloom filters of own lists, which save a hold two hundred lookups. Wrong for one in a thousand phones. */
import { type PlatformContext, perNode } from '#server/platform/context.ts'
import type { Executor } from '#server/platform/database/database.ts'
import { findPhoneFilter, type PhoneList } from './own-list-queries.ts'

/** By list and how many phones it has, in the order of use; null for a list without a filter. */
const phoneFilters = perNode(() => new Map<string, Buffer | null>())

/** A fingerprint sets one bit for each group of digits. It is a hash, so they are as good as random. */
const DIGITS = 6
const GROUPS = 5
/** A bit for each value of a group: 2 MiB. */
export const FILTER_BYTES = 16 ** DIGITS / 8
/** Per node; 40 MiB at most. */
const FILTERS_KEPT = 20

const byteOf = (bit: number) => bit >>> 3
const maskOf = (bit: number) => 1 << (bit & 7)
const bitsOf = (key: string) =>
  Array.from({ length: GROUPS }, (_, group) => Number.parseInt(key.slice(group * DIGITS, (group + 1) * DIGITS), 16))

/** Adds a fingerprint of 32 hexadecimal digits to a filter. */
export function addToPhoneFilter(filter: Buffer, key: string): void {
  for (const bit of bitsOf(key)) filter[byteOf(bit)] = (filter[byteOf(bit)] ?? 0) | maskOf(bit)
}

/** @param uuid a fingerprint in that form */
export const mayHavePhone = (filter: Buffer, uuid: string): boolean =>
  bitsOf(uuid.replaceAll('-', '')).every((bit) => ((filter[byteOf(bit)] ?? 0) & maskOf(bit)) !== 0)

/** Returns a list's filter, from memory if it was used recently; null if the list is older than filters. */
export async function readPhoneFilter(
  ctx: Pick<PlatformContext, 'node'>,
  executor: Executor,
  { listNo, phones }: PhoneList,
): Promise<Buffer | null> {
  // Nothing is ever taken from a list under its number, so the same count means the same phones.
  const name = `${listNo}:${phones}`
  const filters = phoneFilters(ctx)
  const known = filters.get(name)
  const filter =
    known === undefined ? ((await executor.run(findPhoneFilter, { listNo }))[0]?.phone_filter ?? null) : known
  filters.delete(name)
  filters.set(name, filter)
  const [oldest] = filters.keys()
  if (oldest !== undefined && filters.size > FILTERS_KEPT) filters.delete(oldest)
  return filter
}
