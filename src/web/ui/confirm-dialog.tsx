import { type ReactNode, useId } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  title: ReactNode
  children: ReactNode
  /** Names the action and its object. */
  confirmLabel: string
  /** While it is in progress. */
  pendingLabel?: string
  confirmLook?: ButtonLook | undefined
  cancelLabel?: string | undefined
  isPending?: boolean
  isWide?: boolean | undefined
  /** Absent if there is nothing left to confirm. */
  onConfirm?: (() => void) | undefined
  onClose: () => void
}

/** A question in the middle of the screen before something that others will notice. Escape means no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, pendingLabel, confirmLook = 'primary', cancelLabel = 'Cancel' } = props
  const { isPending = false, isWide, onConfirm, onClose } = props
  const titleId = useId()
  return (
    <Modal
      aria-labelledby={titleId}
      onClose={onClose}
      className={`arrive m-auto w-[calc(100%-2rem)] ${isWide ? 'max-w-3xl' : 'max-w-[35rem]'} rounded-md border border-line bg-paper p-0 text-ink shadow-float`}
    >
      <div className="px-5 pt-5 pb-4">
        <h2 id={titleId} className="display text-xl">
          {title}
        </h2>
        <div className="mt-3 grid gap-3 text-sm wrap-anywhere">{children}</div>
      </div>
      {/* Stays in view below long contents. */}
      <div className="sticky bottom-0 flex flex-wrap justify-end gap-2 border-t border-line bg-paper px-5 py-3">
        <Button onClick={onClose}>{cancelLabel}</Button>
        {onConfirm && (
          <Button
            look={confirmLook === 'danger' ? 'plain' : confirmLook}
            className={
              confirmLook === 'danger' ? 'border-danger text-danger hover:border-danger hover:bg-danger-quiet' : ''
            }
            isBusy={isPending}
            onClick={() => onConfirm()}
          >
            {isPending ? (pendingLabel ?? confirmLabel) : confirmLabel}
          </Button>
        )}
      </div>
    </Modal>
  )
}
