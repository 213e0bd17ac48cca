/**
 * The store that the pictures show: the demo's stock, one county sold out, one order paid, one disputed, one promised,
 * a team that sells by links.
 */
import { Buyer, expectOk, readShop } from '../../bench/lab/buyer.ts'
import { Connection } from '../../bench/lab/connection.ts'
import type { Laboratory } from '../../bench/lab/laboratory.ts'
import { setStock } from '../../bench/lab/stock.ts'
import { addTeam, changeSomePrices, type Links, SHORT_LINKS, sell, sendShortLink } from './team.ts'

export interface Shop {
  url: string
  /** Of the page of a paid order. */
  orderToken: string
  links: Links
}

/** Loving County, the smallest in Texas, and the only one in the state with nothing to buy. */
const SOLD_OUT_FIPS = '48301'
/** Bought where the pictures do not look, so that Travis County keeps its numbers. */
const BOUGHT = '48201-vacant-vip-20'

/** Starts the store. The demo's stock is derived from package ids, so it is the same everywhere and every day. */
export async function openShop(lab: Laboratory): Promise<Shop> {
  // Demo accounts keep their passwords in DATA_DIR.
  const env = { DEMO: '1', DATA_DIR: lab.dataDir, VIP_GROUP_URL: 'https://example.com/vip' }
  const filling = await lab.startNode({ ...env, ...SHORT_LINKS })
  const { rows } = await lab.pool.query<{ package_id: string }>(
    "select package_id from packages where package_id like $1 || '-%'",
    [SOLD_OUT_FIPS],
  )
  await setStock(
    lab.pool,
    rows.map((row) => row.package_id),
    0,
  )
  await setStock(lab.pool, [BOUGHT], 100)
  await addTeam(lab)
  const expired = await sendShortLink(filling.url)
  // A node that has not replied to anything yet, so it has nothing old cached.
  await filling.stop()
  const { url } = await lab.startNode(env)
  await changeSomePrices(url)
  const orderToken = await buy(url)
  await buy(url, 'pm_card_createDispute')
  await promise(url)
  return { url, orderToken, links: await sell(lab, url, expired) }
}

/** A whole purchase, with the browser's calls. @returns the order's token */
async function buy(url: string, card?: string): Promise<string> {
  const connection = await Connection.open(url)
  try {
    const { key, priceOf } = await readShop(url)
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(BOUGHT))
    expectOk('cart', await buyer.nameDelivery(BOUGHT))
    const opened = expectOk('open payment', await buyer.openPayment(priceOf(BOUGHT), 'ada@example.com'))
    const payment: { paymentId: string; clientSecret: string } = JSON.parse(opened.body.toString())
    expectOk('confirm', await buyer.confirm(payment, key, card))
    const order: { token: string } = JSON.parse(
      expectOk('order', await buyer.recordOrder(payment.paymentId)).body.toString(),
    )
    return order.token
  } finally {
    connection.close()
  }
}

/** An order that waits for its cash app transfer. */
async function promise(url: string): Promise<void> {
  const connection = await Connection.open(url)
  try {
    const { priceOf } = await readShop(url)
    const buyer = new Buyer(connection)
    expectOk('hold', await buyer.reserve(BOUGHT))
    expectOk('cart', await buyer.nameDelivery(BOUGHT))
    expectOk('promise', await buyer.promise(priceOf(BOUGHT), 'grace@example.com'))
  } finally {
    connection.close()
  }
}
