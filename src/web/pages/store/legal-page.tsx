import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { LEGAL_NAMES, LEGAL_TITLES } from '#contract/admin/page-names.ts'
import { getLegalText } from '#contract/legal/legal.ts'
import { query } from '#web/lib/call-api.ts'
import { formatDay } from '#web/lib/format-day.ts'
import { RichText } from '#web/lib/rich-text.tsx'
import { legalPath } from '#web/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorNotice } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { PageFrame } from './page-frame.tsx'

/** Terms, privacy, refunds or how leads may be used, by the page's address. */
export function LegalPage() {
  const { pathname, searchStr } = useLocation()
  const asked = Number(new URLSearchParams(searchStr).get('edition'))
  const name = LEGAL_NAMES.find((one) => pathname.startsWith(`/${one}`)) ?? 'terms'
  // Anything that is not a number of an edition is the latest.
  const edition = Number.isInteger(asked) && asked > 0 ? Math.min(asked, 2_147_483_647) : undefined
  const { data, error, refetch } = useQuery(
    query(getLegalText, { name }, edition ? { edition: String(edition) } : undefined),
  )
  return (
    <PageFrame title={LEGAL_TITLES[name]} isNarrow>
      {error ? (
        <ErrorNotice error={error} title="The text could not be loaded" onRetry={refetch} />
      ) : !data ? (
        <Loading words="Loading the text" height="h-96" />
      ) : (
        <>
          {edition !== undefined && (
            <Notice tone="attention" title={`You are reading edition ${data.edition}`} className="mb-6">
              {data.isCurrent ? 'It still reads the same today. ' : 'The text has changed since. '}
              <Link to={legalPath(name)} search={{}} className="font-semibold underline underline-offset-2">
                Read the current text
              </Link>
            </Notice>
          )}
          <RichText text={data.text} />
          {name === 'terms' && <PlaceCredits />}
          <p className="mt-8 border-t border-line pt-4 text-sm text-muted">
            Edition {data.edition}, published {formatDay(data.publishedAt)}.
          </p>
        </>
      )}
    </PageFrame>
  )
}

const CREDITS = [
  ['GeoNames', 'https://www.geonames.org'],
  ['SimpleMaps', 'https://simplemaps.com/data/us-zips'],
  ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
] as const

/** The license of the place names asks for these; every page links here. */
const PlaceCredits = () => (
  <p className="mt-6 text-sm text-muted">
    Place names:
    {CREDITS.map(([name, href]) => (
      <a key={name} href={href} className="ml-2 underline underline-offset-2 hover:text-ink">
        {name}
      </a>
    ))}
  </p>
)
