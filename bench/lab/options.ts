/** How long and how often a run of the benches measures. */
export interface BenchOptions {
  /** Interleaved rounds; the median counts. */
  rounds: number
  /** For one load in one round. */
  seconds: number
  /** Past orders in the grown store. */
  orders: number
  /** Leads in the grown store. */
  leads: number
  /** Rounds of the race for one unit. */
  races: number
  /** Of this machine, as a share of the one for which the bars were set (machine-speed.ts). */
  speed: number
}
