import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { TRUST_TITLE } from '#contract/page-titles.ts'
import { PublicFigures } from '#web/features/proof/public-figures.tsx'
import { useIsPrerendered } from '#web/lib/served-page.ts'
import { paths } from '#web/paths.ts'
import { PageFrame } from './page-frame.tsx'

const route = getRouteApi(paths.trust)

export function TrustPage() {
  const { day } = route.useSearch()
  const isPrerendered = useIsPrerendered()
  const navigate = useNavigate()
  return (
    <PageFrame
      title={TRUST_TITLE}
      intro="What we promise, and how often we keep it. We count every day from our sales records and publish the result, good or bad."
    >
      <PublicFigures
        day={isPrerendered ? undefined : day}
        onDay={(chosen) =>
          void navigate({ to: paths.trust, search: chosen === undefined ? {} : { day: chosen }, resetScroll: false })
        }
      />
    </PageFrame>
  )
}
