import type pg from 'pg'
import type { StoredMethod } from './cards.ts'
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund, StripeEvent } from './objects.ts'

/**
 * A common table expression; a statement that reads from it commits without waiting for the disk. The sandbox and the
 * store write to the same log, one after another, so when a store commit reaches the disk, everything that the sandbox
 * said before it does too. A crash of the machine can lose only what the store had not used yet, as if the call had
 * never reached the provider. @see https://www.postgresql.org/docs/current/wal-async-commit.html
 */
export const COMMIT_SOON = `soon as materialized (select set_config('synchronous_commit', 'off', true))`

/** What one API call will write. The intent is the root: everything else is written only if its version is unchanged. */
export interface Change {
  intent: PaymentIntent
  methods: StoredMethod[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
  events: StripeEvent[]
}

export interface RememberedAnswer {
  key: string
  requestHash: string
  status: number
  body: string
}

export type Target = { [Name in 'intentId' | 'chargeId' | 'methodId' | 'disputeId']?: string | undefined }

export interface Snapshot {
  intent: PaymentIntent | null
  version: number
  charge: Charge | null
  dispute: Dispute | null
  method: StoredMethod | null
  remembered: RememberedAnswer | null
}

export interface ClaimedDelivery {
  id: string
  eventId: string
}

/** When each delivery of each event is due: milliseconds from now, 0 = claimed by this node, null = held back. */
export type DeliveryPlan = { eventId: string; waitMs: number | null }[]

/** `stale`: the intent changed since it was read, or the key was used in the meantime. Nothing was written; read again. */
type CommitResult = { outcome: 'written'; claimed: ClaimedDelivery[] } | { outcome: 'stale' }

/** A claim lasts this long; after it, another node takes over the deliveries of a killed node. */
export const CLAIM_LEASE_MS = 7_000

const UNIQUE_VIOLATION = '23505'

/** What a change may write besides its intent: lists of JSON objects, the parameters after those of the intent. */
const PARTS: Readonly<Record<Exclude<keyof Change, 'intent'>, (list: string) => string>> = {
  methods: (list) => `
  insert into sandbox_stripe.payment_methods (id, behaviour, data)
  select e->'method'->>'id', e->>'behavior', e->'method' from root, json_array_elements(${list}) e
  on conflict (id) do nothing`,
  charges: (list) => `
  insert into sandbox_stripe.charges (id, created, payment_intent, data)
  select e->>'id', (e->>'created')::bigint, root.id, e from root, json_array_elements(${list}) e
  on conflict (id) do update set data = excluded.data`,
  refunds: (list) => `
  insert into sandbox_stripe.refunds (id, created, payment_intent, charge, data)
  select e->>'id', (e->>'created')::bigint, root.id, e->>'charge', e from root, json_array_elements(${list}) e`,
  disputes: (list) => `
  insert into sandbox_stripe.disputes (id, created, payment_intent, charge, data)
  select e->>'id', (e->>'created')::bigint, root.id, e->>'charge', e from root, json_array_elements(${list}) e
  on conflict (id) do update set data = excluded.data`,
  events: (list) => `
  insert into sandbox_stripe.events (id, created, type, data)
  select e->>'id', (e->>'created')::bigint, e->>'type', e from root, json_array_elements(${list}) e`,
}

const PART_NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[]

/**
 * One statement, so a call takes one round trip and is all or nothing. `root` writes only the version that the change
 * was computed from; everything after it selects `from root`. If a key already exists, its unique constraint fails the
 * whole statement, as it must: someone else did the work. It names only the tables that the change writes, because
 * PostgreSQL prepares each named table with its indexes.
 */
function commitText(parts: readonly (keyof typeof PARTS)[], hasKey: boolean): string {
  const written = parts.map((part, index) => `, ${part} as (${PARTS[part](`$${index + 7}::json`)}\n)`)
  const answer = [0, 1, 2, 3].map((index) => `$${index + 7 + parts.length}`)
  const remembered = `, remembered as (
  insert into sandbox_stripe.idempotency_keys (key, request_hash, status, body) select ${answer} from root
)`
  return `
with ${COMMIT_SOON}, root as (
  insert into sandbox_stripe.payment_intents as stored (id, created, version, payment_method, data)
  select $1, $2::bigint, 1, $3, $4::json from soon
  on conflict (id) do update
    set version = stored.version + 1, payment_method = excluded.payment_method, data = excluded.data
    where stored.version = $5
  returning id
)${hasKey ? remembered : ''}${written.join('')}, deliveries as (
  insert into sandbox_stripe.webhook_deliveries (event_id, due_at, attempts)
  select e->>'eventId',
    case when e->>'waitMs' is null then 'infinity'::timestamptz
      when e->>'waitMs' = '0' then now() + ${CLAIM_LEASE_MS} * interval '1 ms'
      else now() + (e->>'waitMs')::integer * interval '1 ms' end,
    case when e->>'waitMs' = '0' then 1 else 0 end
  from root, json_array_elements($6::json) e
  returning id, event_id, attempts
)
select (select count(*)::integer from root) as written,
  (select json_agg(json_build_object('id', id::text, 'eventId', event_id)) from deliveries where attempts = 1) as claimed`
}

const LOAD = `
select i.data as intent, i.version, c.data as charge, d.data as dispute, m.data as method, m.behaviour as behavior,
  k.request_hash as "requestHash", k.status, k.body
from (select 1) as one
left join sandbox_stripe.idempotency_keys k on k.key = $1
left join sandbox_stripe.disputes d on d.id = $5
left join sandbox_stripe.payment_intents i
  on i.id = coalesce($2, d.payment_intent, (select payment_intent from sandbox_stripe.charges where id = $3))
left join sandbox_stripe.charges c on c.id = i.data->>'latest_charge'
left join sandbox_stripe.payment_methods m on m.id = coalesce($4, i.payment_method)`

type LoadedRow = { [Name in 'intent' | 'charge' | 'dispute']: Snapshot[Name] } & {
  version: number | null
  method: PaymentMethod | null
  behavior: string | null
  requestHash: string | null
  status: number | null
  body: string | null
}

export function createStorage(pool: pg.Pool) {
  /** Reads the reply stored for a key, an intent (by id, charge or dispute), its last charge and its method. */
  async function load({ key, ...target }: Target & { key: string | null }): Promise<Snapshot> {
    const { intentId, chargeId, methodId, disputeId } = target
    const values = [key, intentId ?? null, chargeId ?? null, methodId ?? null, disputeId ?? null]
    const row = (await pool.query<LoadedRow>({ name: 'sandbox_stripe_load', text: LOAD, values })).rows[0]
    if (row === undefined) throw new Error('A select from one row gave none.')
    const { intent, charge, dispute, method, behavior, requestHash, status, body } = row
    const isRemembered = key !== null && requestHash !== null && status !== null && body !== null
    return {
      intent,
      version: row.version ?? 0,
      charge,
      dispute,
      method: method && behavior ? { method, behavior } : null,
      remembered: isRemembered ? { key, requestHash, status, body } : null,
    }
  }

  /** Writes a change computed from `version` (0 for a new intent), its deliveries and the reply stored for its key. */
  async function commit(
    change: Change,
    version: number,
    plan: DeliveryPlan,
    answer: RememberedAnswer | null,
  ): Promise<CommitResult> {
    const { intent } = change
    const parts = PART_NAMES.filter((part) => change[part].length > 0)
    const values = [
      intent.id,
      intent.created,
      intent.payment_method,
      JSON.stringify(intent),
      version,
      JSON.stringify(plan),
      ...parts.map((part) => JSON.stringify(change[part])),
      ...(answer ? [answer.key, answer.requestHash, answer.status, answer.body] : []),
    ]
    const name = ['stripe_commit', ...(answer ? ['key'] : []), ...parts].join('_')
    try {
      const result = await pool.query<{ written: number; claimed: ClaimedDelivery[] | null }>({
        name,
        text: commitText(parts, answer !== null),
        values,
      })
      const row = result.rows[0]
      return row?.written === 1 ? { outcome: 'written', claimed: row.claimed ?? [] } : { outcome: 'stale' }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return { outcome: 'stale' }
      throw error
    }
  }

  /** Stores a reply that changed nothing. False if someone else used the key in the meantime. */
  async function remember(answer: RememberedAnswer): Promise<boolean> {
    const result = await pool.query(
      `insert into sandbox_stripe.idempotency_keys (key, request_hash, status, body) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [answer.key, answer.requestHash, answer.status, answer.body],
    )
    return result.rowCount === 1
  }

  return { load, commit, remember, find: finder(pool), list: lister(pool) }
}

export type Storage = ReturnType<typeof createStorage>

/** The tables that can be looked up by id and listed, with the names in their error messages and addresses. */
export const COLLECTIONS = {
  payment_intents: 'payment_intent',
  payment_methods: 'PaymentMethod',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  events: 'event',
} as const

export type Collection = keyof typeof COLLECTIONS

function finder(pool: pg.Pool) {
  return async function find(collection: Collection, ids: readonly string[]): Promise<{ id: string }[]> {
    const result = await pool.query<{ data: { id: string } }>({
      name: `sandbox_stripe_find_${collection}`,
      text: `select data from sandbox_stripe.${collection} where id = any($1)`,
      values: [ids],
    })
    return result.rows.map((row) => row.data)
  }
}

export interface ListQuery {
  collection: Exclude<Collection, 'payment_methods'>
  limit: number
  startingAfter: string | null
  createdFrom: number | null
  createdUntil: number | null
  filters: { column: 'payment_intent' | 'charge' | 'type'; value: string }[]
}

function lister(pool: pg.Pool) {
  /** Newest first, as Stripe lists; reads one more than requested, to know whether there are more. */
  return async function list(query: ListQuery): Promise<{ data: { id: string }[]; hasMore: boolean }> {
    const values: unknown[] = []
    const bind = (value: unknown) => `$${values.push(value)}`
    const table = `sandbox_stripe.${query.collection}`
    const conditions = query.filters.map(({ column, value }) => `${column} = ${bind(value)}`)
    if (query.createdFrom !== null) conditions.push(`created >= ${bind(query.createdFrom)}`)
    if (query.createdUntil !== null) conditions.push(`created <= ${bind(query.createdUntil)}`)
    if (query.startingAfter !== null)
      conditions.push(`(created, seq) < (select created, seq from ${table} where id = ${bind(query.startingAfter)})`)
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
    const result = await pool.query<{ data: { id: string } }>(
      `select data from ${table} ${where} order by created desc, seq desc limit ${bind(query.limit + 1)}`,
      values,
    )
    const rows = result.rows.slice(0, query.limit).map((row) => row.data)
    return { data: rows, hasMore: result.rows.length > query.limit }
  }
}
