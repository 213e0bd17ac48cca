import { useState } from 'react'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { usePageKeys } from '#web/ui/page-keys.ts'
import { isSingleKey, type Keys } from '#web/ui/single-keys.tsx'

const loadDialog = () => import('./keys-dialog.tsx')

/** The keys of a dashboard, opened by `?`. @param own the single keys that only this dashboard has */
export function useKeysDialog(own: Keys) {
  const [isOpen, setIsOpen] = useState(false)
  usePageKeys((event) => {
    if (event.key !== '?' || !isSingleKey(event)) return false
    setIsOpen(true)
    return true
  })
  return {
    showKeys: () => setIsOpen(true),
    keysDialog: isOpen && (
      <LatePart load={loadDialog} props={{ own, onClose: () => setIsOpen(false) }} failed={partMissing('The keys')} />
    ),
  }
}
