import { Link } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { PageFrame } from './page-frame.tsx'

/** Any address that is not ours. */
export function NotFoundPage() {
  return (
    <PageFrame
      title="404: Page Not Found"
      intro="There is nothing at this address. It may have been mistyped, or the page moved. Your cart is untouched."
      isNarrow
    >
      <div className="flex flex-wrap gap-3">
        <Link to={paths.leads} className={buttonClasses('primary')}>
          Browse Lead Packages
        </Link>
        <Link to={paths.home} className={buttonClasses('plain')}>
          Back to Home
        </Link>
      </div>
    </PageFrame>
  )
}
