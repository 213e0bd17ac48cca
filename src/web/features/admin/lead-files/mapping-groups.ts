import type { LeadField, LeadMapping } from '#contract/admin/lead-file-fields.ts'

/** The fields in the form's order, under headings. */
export const FIELD_GROUPS: readonly { title: string; fields: readonly LeadField[] }[] = [
  {
    title: 'Property',
    fields: ['address', 'city', 'zip', 'fips', 'county', 'state', 'leadType', 'acquiredAt'],
  },
  {
    title: 'Owner',
    fields: [
      'ownerName',
      'ownerFirstName',
      'ownerLastName',
      'ownerCompany',
      'secondOwnerName',
      'mailingAddress',
      'mailingCity',
      'mailingState',
      'mailingZip',
    ],
  },
  {
    title: 'Phones and email',
    fields: [
      'phone1',
      'phone1Kind',
      'phone1DoNotCall',
      'phone2',
      'phone2Kind',
      'phone2DoNotCall',
      'phone3',
      'phone3Kind',
      'phone3DoNotCall',
      'email1',
      'email2',
    ],
  },
  { title: 'Facts', fields: ['value', 'equityPercent', 'beds', 'yearBuilt', 'lastSaleOn'] },
  { title: 'Consent and source', fields: ['consent', 'doNotCall', 'supplier'] },
]

/** The choice that opens a text field. No column can have this name, because names don't end with an ellipsis. */
export const SAME_FOR_ALL = 'The same for all rows…'

/** The name of the field for that text. */
export const textOf = (field: LeadField): string => `${field}-text`

/** The choices of a field. */
export function choiceOf(mapping: LeadMapping, field: LeadField): string {
  const origin = mapping[field]
  if (!origin) return ''
  return 'column' in origin ? origin.column : SAME_FOR_ALL
}

/** Returns a mapping with another choice for one field; an empty choice removes it. */
export function withChoice(mapping: LeadMapping, field: LeadField, choice: string): LeadMapping {
  const rest = Object.fromEntries(Object.entries(mapping).filter(([name]) => name !== field))
  if (choice === '') return rest
  return { ...rest, [field]: choice === SAME_FOR_ALL ? { fixed: '' } : { column: choice } }
}

/** The first field with an error, in the form's order. */
export const firstOf = (problems: Partial<Record<LeadField, string>>): LeadField | undefined =>
  FIELD_GROUPS.flatMap(({ fields }) => fields).find((field) => problems[field])

/** The mapping to send, without texts that were never typed. */
export function cleanMapping(mapping: LeadMapping): LeadMapping {
  return Object.fromEntries(
    Object.entries(mapping).filter(([, origin]) => 'column' in origin || origin.fixed.trim() !== ''),
  )
}
