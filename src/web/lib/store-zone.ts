import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import { useStoreConfig } from './use-store-config.ts'

/** The store's time zone. Until its reply is here, the default. */
export function useStoreZone(): string {
  const { data } = useStoreConfig()
  return data?.timeZone ?? USUAL_STORE_ZONE
}
