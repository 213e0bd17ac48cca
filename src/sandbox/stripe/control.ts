import type pg from 'pg'
import { invalidRequest } from './errors.ts'
import type { StripeEvent } from './objects.ts'
import { type FormTree, optionalChoice, optionalInteger, refuseUnknown } from './params.ts'
import type { DeliveryPlan } from './storage.ts'

const DELAY_MS_MAX = 600_000
const COPIES_MAX = 20

/**
 * How the sandbox misbehaves on demand. The lasting part is in the database: nodes share it (another node sees a change
 * within a second) and it survives a restart. The counters belong to the node that got the call, and end with it.
 */
export interface Control {
  webhook_copies: number
  webhook_disorder_ms: number
  /** `hold` keeps deliveries until `deliver` comes back, `lose` never sends them. */
  webhook_mode: 'deliver' | 'hold' | 'lose'
  card_outcome: 'card' | 'processing'
  latency_ms: number
}

const DEFAULTS: Control = {
  webhook_copies: 1,
  webhook_disorder_ms: 0,
  webhook_mode: 'deliver',
  card_outcome: 'card',
  latency_ms: 0,
}

/** `before` fails without doing anything, `after` does the work and then fails. Status 0 drops the connection. */
export interface Failure {
  when: 'before' | 'after'
  status: number
  count: number
  /** Only calls whose `METHOD /path` contains this text, such as `POST /v1/refunds`; empty matches every call. */
  match: string
}

export async function createControl(pool: pg.Pool) {
  let control: Control = DEFAULTS
  let failures: Failure[] = []

  async function refresh(): Promise<void> {
    const before = control
    const result = await pool.query<{ control: Partial<Control> }>('select control from sandbox_stripe.settings')
    // What a call changed since is newer.
    if (control === before) control = { ...DEFAULTS, ...result.rows[0]?.control }
  }

  async function change(form: FormTree): Promise<void> {
    refuseUnknown(form, [...Object.keys(DEFAULTS), 'reset', 'fail_next', 'fail_status', 'fail_when', 'fail_match'])
    const next = readControl(form, form.reset === 'true' ? DEFAULTS : control)
    const failure = readFailure(form)
    await pool.query('update sandbox_stripe.settings set control = $1', [JSON.stringify(next)])
    if (next.webhook_mode !== 'hold')
      await pool.query(
        "update sandbox_stripe.webhook_deliveries set due_at = now() where ended_at is null and due_at = 'infinity'",
      )
    control = next
    if (form.reset === 'true') failures = []
    if (failure) failures = [...failures, failure]
  }

  function takeFailure(when: Failure['when'], call: string): number | null {
    const failure = failures.find((candidate) => candidate.when === when && call.includes(candidate.match))
    if (failure === undefined) return null
    failure.count -= 1
    failures = failures.filter((candidate) => candidate.count > 0)
    return failure.status
  }

  /** When these deliveries are due. Those that this node cannot send now are left to its own or another's sweep. */
  function planDeliveries(events: readonly StripeEvent[], canSendNow: boolean): DeliveryPlan {
    if (control.webhook_mode === 'lose') return []
    const wait = () => Math.floor(Math.random() * control.webhook_disorder_ms) || (canSendNow ? 0 : 1)
    return events.flatMap((event) =>
      Array.from({ length: control.webhook_copies }, () => ({
        eventId: event.id,
        waitMs: control.webhook_mode === 'hold' ? null : wait(),
      })),
    )
  }

  await refresh()
  return { current: () => control, failures: () => failures, refresh, change, takeFailure, planDeliveries }
}

export type ControlState = Awaited<ReturnType<typeof createControl>>

function readControl(form: FormTree, base: Control): Control {
  const integer = (name: keyof Control & string, least: number, most: number, old: number) => {
    const value = optionalInteger(form, name) ?? old
    if (value < least || value > most) throw invalidRequest(`${name} goes from ${least} to ${most}.`, { param: name })
    return value
  }
  return {
    webhook_copies: integer('webhook_copies', 1, COPIES_MAX, base.webhook_copies),
    webhook_disorder_ms: integer('webhook_disorder_ms', 0, DELAY_MS_MAX, base.webhook_disorder_ms),
    webhook_mode: optionalChoice(form, 'webhook_mode', ['deliver', 'hold', 'lose']) ?? base.webhook_mode,
    card_outcome: optionalChoice(form, 'card_outcome', ['card', 'processing']) ?? base.card_outcome,
    latency_ms: integer('latency_ms', 0, DELAY_MS_MAX, base.latency_ms),
  }
}

function readFailure(form: FormTree): Failure | null {
  const count = optionalInteger(form, 'fail_next') ?? 0
  if (count < 1) return null
  return {
    count,
    status: optionalInteger(form, 'fail_status') ?? 500,
    when: optionalChoice(form, 'fail_when', ['before', 'after']) ?? 'before',
    match: typeof form.fail_match === 'string' ? form.fail_match : '',
  }
}
