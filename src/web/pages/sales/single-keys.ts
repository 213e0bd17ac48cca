import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'

const STORAGE_KEY = 'single-keys'

/** Whether single letters and digits are keyboard shortcuts (WCAG 2.1.4 requires a way to turn that off). */
export const singleKeys = createStore(readStored('local', STORAGE_KEY) !== false)

/** Stores the choice on this device. */
export function chooseSingleKeys(areOn: boolean): void {
  singleKeys.set(areOn)
  writeStored('local', STORAGE_KEY, areOn)
}
