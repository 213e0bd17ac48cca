/** Many buyers at the same moment, on two nodes of one store. */
import { aBuyer } from './builders.ts'
import type { TestApp } from './test-app.ts'

export function onTwoNodes(one: TestApp, two: TestApp) {
  const nodeOf = (index: number) => (index % 2 === 0 ? one : two)
  return {
    nodeOf,
    someBuyers: (count: number) => Array.from({ length: count }, (_, index) => aBuyer(nodeOf(index))),
    /** The units of a package: on sale, held and sold. */
    stockOf: (packageId: string) =>
      one.row`select available,
         (select count(*)::int from holds h where h.package_id = p.package_id and state = 'live') as live,
         (select count(*)::int from holds h where h.package_id = p.package_id and state = 'sold') as sold
       from packages p where package_id = ${packageId}`,
  }
}

/** How many replies have each status. */
export function statusesOf(replies: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
