import { paymentLink } from '#web/lib/payment-links.ts'
import { showToast } from '#web/ui/toast.ts'

/** Copies a request's link; where the clipboard is closed to pages, says where the link can be copied by hand. */
export function useCopyLink() {
  return (token: string) => {
    const told = navigator.clipboard
      ? navigator.clipboard.writeText(paymentLink(token))
      : Promise.reject(new Error('no clipboard'))
    told.then(
      () => showToast({ title: 'Copied to clipboard' }),
      () =>
        showToast({
          title: 'Not copied',
          description: 'Your browser does not let us copy. Open the invoice: its link can be selected there.',
          tone: 'danger',
        }),
    )
  }
}
