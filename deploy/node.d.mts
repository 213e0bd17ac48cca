export const SMALL_HEAP: readonly string[]
export function heapFlags(): readonly string[]
