import { LEAD_TYPE_NAMES, type LeadType, sizeName, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'

/** A package without its county, as figures name it: `vacant-vip-20` is a VIP Junior Package of Vacant Houses. */
export function packageNameOf(value: string): { package: string; type: string } {
  const [leadType = '', tier = '', size = ''] = value.split('-')
  return {
    package: `${TIER_FACTS[tier as Tier]?.name ?? tier} ${sizeName(Number(size))}`,
    type: LEAD_TYPE_NAMES[leadType as LeadType] ?? leadType,
  }
}
