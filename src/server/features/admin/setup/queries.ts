/** SQL for the first setup. */
import { type NoParameters, statement } from '#server/platform/statement.ts'

export interface SetupFactsRow {
  has_stock: boolean
  has_changed_prices: boolean
  has_rep: boolean
  has_sold: boolean
  confirmed: string[]
}

/** Reads the facts that tick steps. Each looks for one row only. */
export const readSetupFacts = statement<NoParameters, SetupFactsRow>(
  'setup.read_facts',
  `select exists (select from stock_movements) or exists (select from leads) as has_stock,
     exists (select from prices where changed_by is not null) or exists (select from area_prices) as has_changed_prices,
     exists (select from users where role = 'sales' and disabled_at is null) as has_rep,
     exists (select from orders where paid_at is not null) as has_sold,
     array(select step from setup_confirmations) as confirmed`,
)

/** `step` which step, `now` now, `confirmedBy` who. One row unless it is confirmed already. */
export const insertConfirmation = statement<{ step: string; now: Date; confirmedBy: string }, { step: string }>(
  'setup.confirm',
  `insert into setup_confirmations (step, confirmed_at, confirmed_by) values ($step, $now, $confirmedBy)
   on conflict (step) do nothing returning step`,
)

/** One row unless it was not confirmed. */
export const deleteConfirmation = statement<{ step: string }, { step: string }>(
  'setup.take_back',
  'delete from setup_confirmations where step = $step returning step',
)
