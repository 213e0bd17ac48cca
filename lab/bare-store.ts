/**
 * The limit that the store is compared with: a bare Fastify server that answers the same calls of a purchase and writes
 * the rows that such a call cannot do without, each call in one transaction on a pool as large as the store's. It knows
 * no rules: no limits, no prices, no webhook, no email. Its tables are copies with the same columns, checks and
 * indexes.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { type Child, startServer } from './processes.ts'

const SCHEMA = 'bare'
const TABLES = ['packages', 'holds', 'stock_movements', 'cart_lines', 'orders', 'order_lines', 'payments', 'messages']
/** As many as a node has. */
const CONNECTIONS = 20

interface Orders {
  databaseUrl: string
  replies: Readonly<Record<string, string>>
}

const HOLD = {
  name: 'bare hold',
  text: `with counted as (
      update packages set available = available - 1 where package_id = $2 and available > 0 returning package_id
    ), held as (
      insert into holds (hold_id, package_id, owner_id, address_key, took_unit, placed_at, expires_at)
      select $1, package_id, $3, $3, true, now(), now() + interval '15 minutes' from counted
    )
    insert into stock_movements (package_id, delta, reason, cause, moved_at)
    select package_id, -1, 'hold', $1, now() from counted`,
}
const CART = {
  name: 'bare cart',
  text: `insert into cart_lines (hold_id, delivery_method, added_at) values ($1, 'email', now())`,
}
const OPEN = {
  name: 'bare order',
  text: `with ordered as (
      insert into orders (order_id, reference, token, owner_id, state, revision, total_cents, lines_digest, opening_revision,
        opening_cents, payment_method, full_name, email, created_at)
      values ($1, $1, $1, $2, 'awaiting_payment', 1, 29900, $1, 1, 29900, 'stripe', 'Bare Buyer', $1 || '@lab.example', now())
    ), lines as (
      insert into order_lines (order_id, revision, line_number, hold_id, package_id, lead_type, tier, size, state, county,
        delivery_method, price_cents)
      select $1, 1, 1, hold_id, package_id, 'vacant', 'vip', 20, 'Texas', 'Travis', 'email', 29900 from holds where hold_id = $3
    )
    insert into payments (payment_id, order_id, state, amount_cents, revision, client_secret, created_at, check_at)
    values ('pi_' || $1, $1, 'open', 29900, 1, 'secret_' || $1, now(), now())`,
}
const SETTLE = {
  name: 'bare settlement',
  text: `with settled as (
      update payments set state = 'succeeded', succeeded_at = now() where payment_id = 'pi_' || $1
    ), sold as (
      update holds set state = 'sold', ended_at = now(), order_id = $1 where hold_id = $2
    ), sold_lines as (
      update order_lines set outcome = 'sold' where order_id = $1
    ), paid as (
      update orders set state = 'paid', paid_at = now() where order_id = $1
    )
    insert into messages (message_id, kind, subject_id, state, attempts, created_at, queued_at, sent_at)
    values ('order_confirmation.' || $1, 'order_confirmation', $1, 'sent', 1, now(), now(), now())`,
}

/** Creates the copies of the tables, and starts the bare store beside a store. Its packages have endless stock. */
export async function startBareStore(
  { url, databaseUrl, pool }: { url: string; databaseUrl: string; pool: pg.Pool },
  paths: readonly string[],
): Promise<{ url: string; child: Child }> {
  await pool.query(`create schema ${SCHEMA}`)
  for (const table of TABLES) await pool.query(`create table ${SCHEMA}.${table} (like public.${table} including all)`)
  await pool.query(
    `insert into ${SCHEMA}.packages (package_id, fips, lead_type, tier, size, available)
     select package_id, fips, lead_type, tier, size, 1000000000 from public.packages`,
  )
  await pool.query(`vacuum (analyze) ${SCHEMA}.packages`)
  const known = [...paths, '/api/config', '/api/pricing']
  const replies = await Promise.all(known.map(async (path) => [path, await (await fetch(url + path)).text()] as const))
  return startServer('lab/bare-store.ts', { databaseUrl, replies: Object.fromEntries(replies) } satisfies Orders)
}

async function serve({ databaseUrl, replies }: Orders): Promise<string> {
  const options = `-c search_path=${SCHEMA}`
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS, options })
  const app = Fastify()
  // A form of the card provider's.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null),
  )
  for (const [path, text] of Object.entries(replies)) {
    const bytes = Buffer.from(text)
    app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  }
  // `GET /newest`: the page of a list, as a person reads it.
  const NEWEST = 'select * from public.orders order by order_id desc limit 50'
  app.get('/newest', async () => (await pool.query({ name: 'newest', text: NEWEST })).rows)
  const keyOf = (request: FastifyRequest): string => /bare=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const carts = new Map<string, string>()

  app.put<{ Params: { id: string } }>('/api/packages/:id/reserve', async (request, reply) => {
    const key = keyOf(request) || randomUUID()
    const holdId = randomUUID()
    await pool.query({ ...HOLD, values: [holdId, request.params.id, `cart:${key}`] })
    carts.set(key, holdId)
    return reply.header('set-cookie', `bare=${key}; Path=/`).send({ holdId })
  })
  app.post('/api/cart', async (request) => {
    await pool.query({ ...CART, values: [carts.get(keyOf(request))] })
    return {}
  })
  app.post('/api/create-payment-intent', async (request) => {
    const key = keyOf(request)
    await pool.query({ ...OPEN, values: [key, `cart:${key}`, carts.get(key)] })
    return { paymentId: `pi_${key}`, clientSecret: key }
  })
  app.post('/sandbox/stripe/v1/payment_intents/:id/confirm', async () => ({}))
  app.post('/api/orders', async (request) => {
    const key = keyOf(request)
    await pool.query({ ...SETTLE, values: [key, carts.get(key)] })
    carts.delete(key)
    return {}
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (orders: Orders) => process.send?.(await serve(orders)))
  process.on('disconnect', () => process.exit(0))
}
