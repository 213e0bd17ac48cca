/** Which fields a file of each kind can have, and what is wrong with a mapping of them. */
import * as contract from '#contract/admin/lead-file-fields.ts'
import type { ImportKind } from './imports.ts'

/** Besides the package, what only stock has. */
const COUNT_FIELDS: readonly contract.LeadField[] = ['tier', 'size', 'available', 'exportedAvailable']
/** Parts of a street that some lists have in columns of their own. */
const STREET_PARTS = ['houseNumber', 'streetDirection', 'streetName', 'streetSuffix', 'streetPostDirection'] as const
/** Phones of an own list. */
export const LISTED_PHONES: readonly contract.LeadField[] = [
  ...contract.PHONE_NOS.map((no) => `phone${no}` as const),
  'doNotCallPhones',
]

export const FIELDS_OF: Readonly<Record<ImportKind, readonly contract.LeadField[]>> = {
  leads: contract.LEAD_FIELD_NAMES.filter((field) => field !== 'packageId' && !COUNT_FIELDS.includes(field)),
  stock: ['packageId', 'fips', 'state', 'county', 'leadType', ...COUNT_FIELDS],
  // It needs no county: a ZIP says enough.
  ownList: ['address', 'unit', 'city', 'state', 'zip', 'wholeAddress', ...STREET_PARTS, ...LISTED_PHONES],
}

type Problems = Partial<Record<contract.LeadField, string>>

function findMissing(kind: ImportKind, mapping: contract.LeadMapping): Problems {
  if (kind === 'ownList') {
    const hasStreet = mapping.address || (mapping.houseNumber && mapping.streetName)
    const isUsable = mapping.wholeAddress || (hasStreet && mapping.zip) || LISTED_PHONES.some((field) => mapping[field])
    return isUsable ? {} : { address: 'Choose the columns for address and ZIP, or one for a phone.' }
  }
  const problems: Problems = {}
  const namesPlace = mapping.fips || (mapping.state && mapping.county)
  if (!mapping.packageId && !(namesPlace && mapping.leadType && mapping.tier && mapping.size))
    problems.packageId =
      'Choose the column for the package (“package_id”), or those for state, county, lead type, tier and size.'
  if (!mapping.available) problems.available = 'Choose the column for the new count (“available”).'
  return problems
}

/** Lists what is missing or wrong in a mapping, one sentence per field to correct; empty if it can be used. */
export function findProblemsOf(kind: ImportKind, mapping: contract.LeadMapping, columns: readonly string[]): Problems {
  const problems = kind === 'leads' ? contract.findMappingProblems(mapping) : findMissing(kind, mapping)
  for (const field of contract.LEAD_FIELD_NAMES) {
    const origin = mapping[field]
    if (!origin) continue
    const { name } = contract.factsOfField(field)
    const gone = contract.columnsOf(mapping, field).find((column) => !columns.includes(column))
    if (!FIELDS_OF[kind].includes(field)) problems[field] = `A file like this has no “${name}”.`
    else if (kind !== 'leads' && !('column' in origin)) problems[field] = `“${name}” must come from one column.`
    else if (gone !== undefined) problems[field] = `The file has no column “${gone}”, which “${name}” was to come from.`
  }
  return problems
}
