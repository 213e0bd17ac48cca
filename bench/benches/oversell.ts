import { findWrongMails, requireIdentities } from '../lab/identities.ts'
import type { Laboratory } from '../lab/laboratory.ts'
import { oneDecimal, type Row } from '../lab/row.ts'
import { drainBackground, pickPackages, setStock } from '../lab/stock.ts'

const BUYERS = 500
const NODES = 2

/** For each round a package with one unit, asked for by 500 buyers at the same moment on two nodes: one gets it and pays. */
export async function oversell(lab: Laboratory, { races }: { races: number }): Promise<Row[]> {
  const first = await lab.node()
  const second = await lab.startNode()
  const packageIds = (await pickPackages(lab.pool, 20_000 + races)).slice(-races)
  await setStock(lab.pool, packageIds, 1)

  const load = { kind: 'race', urls: [first.url, second.url], packageIds, buyers: BUYERS } as const
  const result = await lab.generator.run(load)
  await drainBackground(lab.pool)
  await second.stop()

  const { rows } = await lab.pool.query<{ package_id: string; orders: number; available: number }>(
    `select p.package_id, p.available,
       (select count(*) from order_lines l join orders o on o.order_id = l.order_id and o.revision = l.revision
        where l.package_id = p.package_id and l.outcome = 'sold' and o.state = 'paid')::int as orders
     from packages p where p.package_id = any($1::text[])`,
    [packageIds],
  )
  await requireIdentities(lab.pool)
  const wrongMails = await findWrongMails(lab.pool)
  if (wrongMails.length > 0) throw new Error(wrongMails.join('\n'))
  const right = rows.filter(({ orders, available }) => orders === 1 && available === 0).length
  return [
    {
      bench: 'oversell',
      what: `${BUYERS} buyers, 1 unit, ${NODES} app nodes, ${oneDecimal(result.seconds / races)} s a round`,
      measured: `exactly 1 order in ${right} of ${races} rounds`,
      limit: '',
      ratio: '',
      bar: `all of ${races} rounds`,
      isPassed: right === races && result.ordersPerRound?.every((orders) => orders === 1) === true,
    },
  ]
}
