import type { Work } from './work-meter.ts'

/** One line of the table. */
export interface Row {
  what: string
  measured: string
  /** The limit measured in the same run, if there is one. */
  limit?: string
  ratio?: string
  bar?: string
  /** Absent or null: for information only, without a bar. */
  isPassed?: boolean | null
  /** What one unit of the load cost. */
  work?: Work
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const oneDecimal = (value: number): string => value.toFixed(1)
export const twoDecimals = (value: number): string => value.toFixed(2)
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** The cells of an upper bar. */
export const atMost = (value: number, most: number, unit: string): Pick<Row, 'bar' | 'isPassed'> => ({
  bar: `≤ ${most} ${unit}`.trim(),
  isPassed: value <= most,
})

/**
 * The cells of an upper bar on processor time, also as the wait of one person alone, who waits for nothing else.
 *
 * @param speed of this machine, see machine-speed.ts: a slower one may take longer
 */
export const processorAtMost = (
  value: number,
  most: number,
  speed: number,
  unit: 'ms' | 's' = 'ms',
): Pick<Row, 'bar' | 'isPassed'> => ({
  bar: `≤ ${most} ${unit} at full speed, ${Number((most / speed).toPrecision(3))} ${unit} at this`,
  isPassed: value <= most / speed,
})

/** The cells of a lower bar on what is done in a second, which a slower machine may miss in proportion. */
export const rateAtLeast = (
  rate: number,
  least: number,
  speed: number,
  unit: string,
): Pick<Row, 'bar' | 'isPassed'> => ({
  bar: `≥ ${least} ${unit} at full speed, ${(least * speed).toPrecision(3)} at this`,
  isPassed: rate >= least * speed,
})

/**
 * The cells of a lower bar on a ratio to a limit that mostly waits for the disk and for locks, while the load fills the
 * processor: a slower machine may miss it in proportion, a faster one has nothing to prove.
 */
export const ratioAtLeast = (ratio: number, least: number, speed: number): Pick<Row, 'bar' | 'isPassed'> => {
  const here = least * Math.min(speed, 1)
  return {
    bar: here === least ? `≥ ${least} ×` : `≥ ${least} × at full speed, ${here.toPrecision(2)} × at this`,
    isPassed: ratio >= here,
  }
}
