import { useState } from 'react'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'

const loadAskRestock = () => import('./ask-restock.tsx').then((file) => ({ default: file.AskRestock }))

type Props = { packageId: PackageId; place?: string | undefined; describedBy?: string; className?: string }
export function AskRestockButton({ packageId, place, describedBy, className }: Props) {
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
