import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/ui/store.ts'

const STORAGE_KEY = 'single-keys'

/** Whether plain letters and digits act as keys of the dashboard (WCAG 2.1.4 asks for a way to switch that off). */
export const singleKeys = createStore(readStored('local', STORAGE_KEY) !== false)

/** Remembers the choice on this device. */
export function chooseSingleKeys(areOn: boolean): void {
  singleKeys.set(areOn)
  writeStored('local', STORAGE_KEY, areOn)
}
