import { BriefNotice } from '#web/ui/brief-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { retryOrReload, type ShowMissing } from '#web/ui/late-part.tsx'

/** Names the missing part and offers a retry. */
export const partMissing =
  (what: string): ShowMissing =>
  (retry, attempts) => (
    <BriefNotice isDanger className="mt-6" action={<Button onClick={retryOrReload(retry, attempts)}>Try again</Button>}>
      {what} could not be loaded. Check your connection and try again.
    </BriefNotice>
  )

/** For optional parts: the page is complete without them. */
export const nothing = () => null

/** Loads what keeps a county on screen up to date, after the county itself. */
export const loadLivePackages = () =>
  import('#web/features/catalogue/live-packages.tsx').then((file) => ({ default: file.LivePackages }))
