/** One line of the table. */
export interface Row {
  /** The bench it comes from: `npm run bench <name>` measures it again. */
  bench: string
  what: string
  measured: string
  /** The limit measured in the same run, where there is one. */
  limit: string
  ratio: string
  bar: string
  /** Null: reported for information, without a bar. */
  isPassed: boolean | null
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')
export const oneDecimal = (value: number): string => value.toFixed(1)
export const twoDecimals = (value: number): string => value.toFixed(2)
export const percent = (share: number): string => `${Math.round(share * 100)} %`
