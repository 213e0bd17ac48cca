import { type ReactNode, useState } from 'react'
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { NotLoaded } from '#web/ui/not-loaded.tsx'

export const ASK_WORDS = 'Email me when it’s back'
const loadAskRestock = () => import('./ask-restock.tsx').then((file) => ({ default: file.AskRestock }))

type Props = {
  packageId: PackageId
  place?: string | undefined
  describedBy?: string
  className?: string
  children?: ReactNode
}
export function AskRestockButton({ packageId, place, describedBy, className, children = ASK_WORDS }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        look="quiet"
        size="small"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        title={children === ASK_WORDS ? undefined : ASK_WORDS}
        className={className}
        onClick={() => setIsOpen(true)}
      >
        {children}
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
