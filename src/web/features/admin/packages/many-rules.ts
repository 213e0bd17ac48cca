/** The form for changing many packages: what is missing, what is wrong, and what is sent. */
import { AREAS_MAX, type PackageScope, type PriceArea } from '#contract/admin/price-areas.ts'
import type { PriceEnding, PricesStep } from '#contract/admin/pricing.ts'
import type { StockStep } from '#contract/admin/stock-screen.ts'
import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { priceError } from '#web/features/admin/pricing/price-rules.ts'
import type { Place } from '#web/features/admin/stock/stock-data.ts'
import { countError } from '#web/features/admin/stock/stock-rules.ts'
import { choicesOf } from '#web/lib/choices.ts'
import type { PackageParts } from '#web/lib/package-checks.tsx'

/** Texts as in its fields. */
export interface ManyForm extends PackageParts {
  what: 'price' | 'stock'
  reach: 'states' | 'counties' | 'nation'
  /** Of the reach; none for the whole nation. */
  areas: PriceArea[]
  kind: 'set' | 'raise' | 'lower' | 'at_least' | 'inherit'
  unit: '%' | '$'
  value: string
  ending: PriceEnding | 'exact'
  isPlanned: boolean
  startsAt: string
  note: string
}

/** All packages of the place on the page. The whole nation, over 100,000 packages, is not chosen beforehand. */
export function emptyForm(what: ManyForm['what'], startsAt: string, { state, county }: Place): ManyForm {
  const reach = county ? 'counties' : 'states'
  const areas = state ? [{ state, county: county || null }] : []
  return {
    ...{ what, reach, areas, leadTypes: [], tiers: [], sizes: [] },
    ...{ kind: 'set', unit: '%', value: '', ending: '$1', isPlanned: false, startsAt, note: '' },
  }
}

const PRICE_KINDS = choicesOf({ set: 'Set to', raise: 'Raise', lower: 'Lower' })
const STOCK_KINDS = choicesOf({ set: 'Set to', raise: 'Add', lower: 'Remove', at_least: 'At least' })
const INHERIT = { value: 'inherit', label: 'Remove local prices' } as const

/** What can be done. Everywhere, there are no own prices to remove. */
export function kindsOf({ what, reach }: ManyForm): readonly { value: ManyForm['kind']; label: string }[] {
  if (what === 'stock') return STOCK_KINDS
  return reach === 'nation' ? PRICE_KINDS : [...PRICE_KINDS, INHERIT]
}

/** The field of the number, and what to know about it. */
export function valueWords({ what, kind, unit }: ManyForm): { label: string; note: string } {
  if (what === 'price')
    return { label: kind === 'set' ? 'New price ($)' : unit === '%' ? 'Percent' : 'Dollars', note: '' }
  if (kind === 'set') return { label: 'New count', note: 'above 999: unlimited' }
  if (kind === 'at_least') return { label: 'Raise to', note: 'higher counts stay' }
  return { label: 'How many', note: 'stays between 0 and 999' }
}

/** What is wrong with the number; undefined if it can be previewed. */
export function valueError({ what, kind, unit, value }: ManyForm): string | undefined {
  if (kind === 'inherit') return undefined
  const text = value.trim()
  if (what === 'stock') {
    const isStep = kind === 'raise' || kind === 'lower'
    return countError(text) ?? (isStep && Number(text) === 0 ? 'That changes nothing.' : undefined)
  }
  if (kind === 'set') return priceError(text)
  if (unit === '$')
    return /^\d{1,5}(\.\d{1,2})?$/.test(text) ? undefined : 'Enter an amount in dollars, e.g. 10 or 4.50.'
  if (!/^\d{1,5}(\.\d{1,4})?$/.test(text)) return 'Enter a percentage, e.g. 5 or 7.5.'
  return kind === 'lower' && Number(text) > 100 ? 'A price cannot fall by more than 100 percent.' : undefined
}

/** What must still be chosen or entered before there is a preview; undefined if nothing is missing. */
export function missingOf(form: ManyForm): string | undefined {
  const { reach, areas, kind, value } = form
  if (reach !== 'nation' && areas.length === 0) return 'Choose a place.'
  if (areas.length > AREAS_MAX) return `Choose ${AREAS_MAX} places at most, or whole states.`
  return kind !== 'inherit' && value.trim() === '' ? 'Enter a number to see what changes.' : valueError(form)
}

const scopeOf = ({ reach, areas, leadTypes, tiers, sizes }: ManyForm): PackageScope => ({
  areas: reach === 'nation' ? null : areas,
  leadTypes: leadTypes.length > 0 ? leadTypes : [...LEAD_TYPES],
  tiers: tiers.length > 0 ? tiers : [...TIERS],
  sizes: sizes.length > 0 ? sizes : [...SIZES],
})

function priceStepOf({ kind, unit, value, ending }: ManyForm): PricesStep {
  const number = Number(value)
  if (kind === 'inherit') return { kind }
  if (kind !== 'raise' && kind !== 'lower') return { kind: 'set', value: number }
  const by = { kind: unit === '%' ? 'percent' : 'amount', value: kind === 'lower' ? -number : number } as const
  return ending === 'exact' ? by : { ...by, ending }
}

function stockStepOf({ kind, value }: ManyForm): StockStep {
  const number = Number(value)
  if (kind === 'raise' || kind === 'lower') return { kind: 'add', value: kind === 'lower' ? -number : number }
  return { kind: kind === 'at_least' ? kind : 'set', value: number }
}

/** What is previewed, then sent. */
export type ManyBody =
  | { what: 'price'; asked: { scope: PackageScope; step: PricesStep } }
  | { what: 'stock'; asked: { scope: PackageScope; step: StockStep } }

export const bodyOf = (form: ManyForm): ManyBody =>
  form.what === 'price'
    ? { what: 'price', asked: { scope: scopeOf(form), step: priceStepOf(form) } }
    : { what: 'stock', asked: { scope: scopeOf(form), step: stockStepOf(form) } }
