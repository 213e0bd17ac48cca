import type { ReactNode } from 'react'
import { isPlainKey } from './page-keys.ts'
import { readStored, writeStored } from './storage.ts'
import { createStore } from './store.ts'

const STORAGE_KEY = 'single-keys'

/** Whether single letters and digits are keyboard shortcuts (WCAG 2.1.4 requires a way to turn that off). */
export const singleKeys = createStore(readStored('local', STORAGE_KEY) !== false)

export function switchSingleKeys(): void {
  singleKeys.set(!singleKeys.get())
  writeStored('local', STORAGE_KEY, singleKeys.get())
}

/** Whether a key is such a shortcut, pressed where no letter would be typed. */
export const isSingleKey = (event: KeyboardEvent): boolean => singleKeys.get() && isPlainKey(event)

/** Keys and what they do, for a list of them. */
export type Keys = readonly { keys: readonly string[]; does: string }[]

export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="figures min-w-7 rounded-md border border-line bg-surface px-1.5 text-center font-sans text-xs/6 font-semibold text-muted pointer-coarse:hidden">
    {children}
  </kbd>
)
