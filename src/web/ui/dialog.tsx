import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Modal } from './modal.tsx'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** For content that needs more than a column: a request with its history, a customer. */
  isWide?: boolean
  /** For content with a table. */
  isTableWide?: boolean
  /** Over the whole window, for content that replaces the page. */
  isFullScreen?: boolean
}

/** A modal sheet at the side of the window, or over all of it. */
export function Dialog({ title, onClose, children, footer, isWide, isTableWide, isFullScreen }: DialogProps) {
  const titleId = useId()
  return (
    <Modal
      aria-labelledby={titleId}
      onClose={onClose}
      className={classes(
        'arrive m-0 ml-auto flex h-dvh [--table-top:0px] max-h-none w-full flex-col overflow-clip bg-paper text-ink shadow-float',
        isFullScreen
          ? 'max-w-none'
          : classes(isTableWide ? 'max-w-4xl' : isWide ? 'max-w-2xl' : 'max-w-md', 'border-line sm:border-l'),
      )}
      footer={footer && <div className="border-t border-line bg-surface px-4 py-4 sm:px-5">{footer}</div>}
    >
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 sm:px-5">
        <h2 id={titleId} className="display text-xl">
          {title}
        </h2>
        <Button look="quiet" size="small" onClick={onClose} aria-label="Close" className="-mr-2 min-w-11 min-h-11 px-0">
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className="grow overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">{children}</div>
    </Modal>
  )
}

type DrawerProps = { title: ReactNode; onClose: () => void; children: ReactNode; footer?: ReactNode }

/** Details of one item, at the right over a dashboard's table: a request, a customer. Open while it is rendered. */
export const Drawer = (props: DrawerProps) => <Dialog isWide {...props} />
