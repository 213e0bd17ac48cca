import { useQuery } from '@tanstack/react-query'
import { outlinesQuery } from './catalogue-data.ts'

/** The county's real outline in line art. It is decoration: without it, its place stays empty and nothing else changes. */
export function CountyOutline({ fips }: { fips: string | undefined }) {
  const { data } = useQuery({ ...outlinesQuery(fips?.slice(0, 2) ?? ''), enabled: fips !== undefined })
  const path = fips === undefined ? undefined : data?.counties[fips]?.path
  return (
    <svg viewBox="-3 -3 106 106" aria-hidden="true" className="size-14 shrink-0 sm:size-20">
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
