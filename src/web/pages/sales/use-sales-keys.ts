import { isPlainKey, usePageKeys } from '#web/ui/page-keys.ts'
import { focusPanel } from './focus-panel.ts'
import { singleKeys } from './single-keys.ts'
import { CALL_SCREEN, type SalesTabName, TAB_NAMES } from './tab-names.ts'

interface SalesKeys {
  openTab: (tab: SalesTabName) => void
  /** Opens the step that many places further in the sale. @returns false if there is none */
  moveStep: (places: 1 | -1) => boolean
  refresh: () => void
  showKeys: () => void
}

/**
 * `1` to `8` open the tabs, `s` the call screen, `n` and `p` the next and the previous step of a sale, `r` reloads, `?`
 * shows the keys: from anywhere except where a letter would be typed or a dialog is open. They can be turned off, because speech input may type letters by accident.
 */
export function useSalesKeys(keys: SalesKeys): void {
  usePageKeys((event) => {
    if (!isPlainKey(event) || event.repeat || !singleKeys.get()) return false
    const tab = /^[1-8]$/.test(event.key) ? TAB_NAMES[Number(event.key) - 1] : undefined
    if (tab) {
      keys.openTab(tab.value)
      focusPanel()
    } else if (event.key === 's') keys.openTab(CALL_SCREEN.value)
    else if (event.key === 'n' || event.key === 'p') {
      if (!keys.moveStep(event.key === 'n' ? 1 : -1)) return false
      focusPanel()
    } else if (event.key === 'r') keys.refresh()
    else if (event.key === '?') keys.showKeys()
    else return false
    return true
  })
}
