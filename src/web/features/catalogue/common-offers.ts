import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { PackageDeal } from '#web/lib/package-deals.ts'

/** What offers mean for each package, in words that can be shown once for several of them. */
type Deals = ReadonlyMap<PackageId, Pick<PackageDeal, 'names' | 'sentences'>>

/** The words of a package's deal: the offers counted in its figures by name, and the others in a sentence. */
export const offerWords = (deal: Pick<PackageDeal, 'names' | 'sentences'> | undefined): readonly string[] =>
  deal ? [...deal.names, ...deal.sentences] : []

/** The words that are true of every one of the packages. */
export function commonOffers(packages: readonly { id: PackageId }[], deals: Deals): readonly string[] {
  const [first = [], ...others] = packages.map(({ id }) => offerWords(deals.get(id)))
  return first.filter((word) => others.every((words) => words.includes(word)))
}
