import { useEffect, useRef } from 'react'
import { focusPanel } from './focus-panel.ts'
import { singleKeys } from './single-keys.ts'
import { CALL_SCREEN, type SalesTabName, TAB_NAMES } from './tab-names.ts'

interface SalesKeys {
  openTab: (tab: SalesTabName) => void
  /** To the step so many places further in the sale; false if there is none. */
  moveStep: (places: 1 | -1) => boolean
  refresh: () => void
  showKeys: () => void
}

/**
 * `1` to `8` open the tabs, `s` the call screen, `n` and `p` the next and the previous step of a sale, `r` reloads, `?`
 * shows the keys: from anywhere except where a letter would be typed or a dialog is open. They can be turned off, because speech input may type letters by accident.
 */
export function useSalesKeys(keys: SalesKeys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (!singleKeys.get() || isTypedInto(event.target) || document.querySelector('dialog[open]')) return
      const tab = /^[1-8]$/.test(event.key) ? TAB_NAMES[Number(event.key) - 1] : undefined
      if (tab) {
        latest.current.openTab(tab.value)
        focusPanel()
      } else if (event.key === 's') latest.current.openTab(CALL_SCREEN.value)
      else if (event.key === 'n' || event.key === 'p') {
        if (!latest.current.moveStep(event.key === 'n' ? 1 : -1)) return
        focusPanel()
      } else if (event.key === 'r') latest.current.refresh()
      else if (event.key === '?') latest.current.showKeys()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
