/** How long and how often a run of the benches measures. */
export interface BenchOptions {
  /** Interleaved rounds; the median counts. */
  rounds: number
  /** Of one load in one round. */
  seconds: number
  /** Past orders of the grown store. */
  orders: number
  /** Leads of the grown store. */
  leads: number
  /** Rounds of the race for one unit. */
  races: number
}
