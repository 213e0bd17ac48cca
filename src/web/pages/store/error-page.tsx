import { Button } from '#web/ui/button.tsx'
import { PageFrame } from './page-frame.tsx'

/** When a page itself breaks, or its part of the program could not be loaded. */
export function ErrorPage() {
  return (
    <PageFrame
      title="This page could not be shown"
      intro="Something went wrong on our side, or the connection broke. Your cart is kept at the store and nothing was charged."
      isNarrow
    >
      <Button look="primary" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </PageFrame>
  )
}
