import { LEAD_ROW_REASONS, LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import type { LeadImport } from '#contract/admin/lead-files.ts'

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** Describes what a dry run found, in lines for a terminal. */
function describePreview({ rowsRead, refusedRows, preview, columns, mapping }: LeadImport): string[] {
  if (!preview) return []
  const used = new Set(Object.values(mapping ?? {}).map((origin) => ('column' in origin ? origin.column : '')))
  const unused = columns.filter((column) => !used.has(column))
  const { tiers, leftOut, newlyBacked } = preview
  const reasons = Object.entries(preview.refused).map(([reason, rows]) => {
    const known = LeadRowReason.safeParse(reason)
    return `  ${count(rows, 'row')}: ${known.success ? LEAD_ROW_REASONS[known.data] : reason}`
  })
  return [
    `${count(rowsRead, 'row')} read: ${count(preview.newLeads, 'new lead')}, ${preview.merged} merged with known ones, ${preview.repeated} repeated, ${preview.unchanged} not newer, ${refusedRows} refused.`,
    ...reasons,
    `By tier now: VIP ${tiers.vip}, Premier ${tiers.premier}, Premium ${tiers.premium}, Standard ${tiers.standard}.`,
    ...(preview.displaced > 0
      ? [
          `${count(preview.displaced, 'lead')} will leave sale: the file has newer rows of the same properties, under another owner or for another list.`,
        ]
      : []),
    ...(newlyBacked.places > 0
      ? [
          `The stock of ${count(newlyBacked.packages, 'package')} in ${count(newlyBacked.places, 'county and lead type', 'counties and lead types')} will come from leads.${newlyBacked.soldOut ? ` Of ${count(newlyBacked.forSale ?? 0, 'package')} for sale there now, ${newlyBacked.soldOut} will be sold out.` : ''}`,
        ]
      : []),
    `Left out of leads: ${count(leftOut.phones, 'phone')}, ${count(leftOut.emails, 'email address', 'email addresses')}, ${count(leftOut.facts, 'fact')} that cannot be read.`,
    ...(unused.length > 0 ? [`Unused columns: ${unused.join(', ')}.`] : []),
  ]
}

/** Describes how far an import is, in lines for a terminal. Contains nothing personal. */
export function describeImport(shown: LeadImport): string[] {
  const { state, problem, outcome } = shown
  if (state === 'applied' && outcome) {
    const skipped = outcome.skipped > 0 ? ` ${count(outcome.skipped, 'row')} were overtaken and left out.` : ''
    return [`Applied: ${count(outcome.newLeads, 'new lead')}, ${outcome.merged} merged.${skipped} Import ${shown.id}.`]
  }
  return [...describePreview(shown), ...(problem ? [problem] : []), `Import ${shown.id}: ${state}.`]
}
