import { useStoreConfig } from '#web/lib/use-store-config.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { PageFrame } from './page-frame.tsx'

export const BrokenStore = () => (
  <main>
    <ErrorPage />
  </main>
)

/** If a page breaks or does not load. Its links leave the broken bundle behind: the server loads the page. */
export function ErrorPage() {
  const { data: config } = useStoreConfig()
  return (
    <PageFrame
      title="This page could not be shown"
      intro="Your cart and orders are safe. Try again in a moment."
      isNarrow
    >
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => location.reload()}>
          Reload the page
        </Button>
        <a href={paths.home} className={buttonClasses('plain')}>
          Back to Home
        </a>
      </div>
      {config?.supportEmail && (
        <p className="mt-8 text-sm text-muted">
          If it happens again, email{' '}
          <a href={`mailto:${config.supportEmail}`} className="font-semibold text-accent underline underline-offset-2">
            {config.supportEmail}
          </a>
          .
        </p>
      )}
    </PageFrame>
  )
}
