/** The title of the leads page. Separate from other titles, because visitors load it first. */
import { LEAD_TYPE_NAMES, LEAD_TYPES } from './catalogue.ts'

export interface LeadsAddress {
  state?: string | undefined
  county?: string | undefined
  type?: string | undefined
}

/** `Vacant Houses leads in Travis, Texas`; state and county must be known, an unknown lead type is ignored. */
export function leadsTitle({ state, county, type }: LeadsAddress): string {
  if (!state) return 'Browse Premium Leads'
  const leadType = LEAD_TYPES.find((one) => one === type)
  const leads = leadType ? `${LEAD_TYPE_NAMES[leadType]} leads` : 'Real-estate leads'
  return county ? `${leads} in ${county}, ${state}` : `${leads} in ${state}`
}
