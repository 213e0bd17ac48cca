import { queryOptions, useQuery } from '@tanstack/react-query'

/** See build/county-outlines.ts, which writes these files. */
type StateOutlines = Readonly<Record<string, { path: string; neighbors: readonly string[] } | undefined>>

const outlinesQuery = (stateFips: string) =>
  queryOptions({
    queryKey: ['county outlines', stateFips],
    queryFn: async ({ signal }): Promise<StateOutlines> => {
      const response = await fetch(`/outlines/${stateFips}.json`, { signal })
      return response.ok ? response.json() : {}
    },
  })

/** The county's real outline in line art. An ornament: without it the place stays empty and nothing else changes. */
export function CountyOutline({ fips }: { fips: string | undefined }) {
  const { data } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const path = fips === undefined ? undefined : data?.[fips]?.path
  return (
    <svg viewBox="-3 -3 106 106" aria-hidden="true" className="size-20 shrink-0 sm:size-24">
      {path && (
        <path
          d={path}
          className="arrive fill-accent-quiet stroke-accent"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
