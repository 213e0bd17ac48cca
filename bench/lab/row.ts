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

/** The cells of a lower bar. */
export const atLeast = (value: number, least: number, unit: string): Pick<Row, 'bar' | 'isPassed'> => ({
  bar: `≥ ${least} ${unit}`.trim(),
  isPassed: value >= least,
})
