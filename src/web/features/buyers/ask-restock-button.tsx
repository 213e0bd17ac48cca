import { useState } from 'react'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'

const loadAskRestock = () => import('./ask-restock.tsx').then((file) => ({ default: file.AskRestock }))

interface AskRestockButtonProps {
  packageId: PackageId
  /** `Travis, Texas`; absent where the page says it. */
  place?: string | undefined
  /** The element that names the package: a page has many buttons with the same words. */
  describedBy?: string
  className?: string
}

/** Opens the form that asks for an email when a sold-out package is available again. */
export function AskRestockButton({ packageId, place, describedBy, className }: AskRestockButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        className={className}
        onClick={() => setIsOpen(true)}
      >
        Tell me when there are more
      </Button>
      {isOpen && (
        <LatePart
          load={loadAskRestock}
          props={{ packageId, place, onClose: close }}
          failed={() => <NotLoaded what="The form" onEnd={close} />}
        />
      )}
    </>
  )
}
