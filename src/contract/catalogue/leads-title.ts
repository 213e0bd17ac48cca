/** The title of the leads page. Separate from other titles, because visitors load it first. */
import { LEAD_TYPE_NAMES, LEAD_TYPES } from './catalogue.ts'

export interface LeadsAddress {
  state?: string | undefined
  county?: string | undefined
  type?: string | undefined
}

/** `Vacant Houses leads in Travis County, Texas`. An unknown lead type is ignored. */
export function leadsTitle(place: string, type?: string): string {
  const leadType = LEAD_TYPES.find((one) => one === type)
  return `${leadType ? `${LEAD_TYPE_NAMES[leadType]} leads` : 'Real-estate leads'} in ${place}`
}
