/** Writes a pay report as a file, the same for the browser's button and the email. */

import { writeCsv } from '#contract/csv.ts'
import type { PayReport } from './analytics.ts'

const HEADER = ['Customer Name', 'Package Type', 'Sale Date', 'Pay Value']

const money = (dollars: number): string => dollars.toFixed(2)

/** The header, a row per package, then both totals. Values are dollars with two decimals; refunds are negative. */
export function payReportCsv(report: PayReport): string {
  return writeCsv([
    HEADER,
    ...report.packagesSold.map((row) => [row.customerName, row.packageType, row.saleDate, money(row.payValue)]),
    ['Total Packages', report.totalPackages],
    ['Total Pay', money(report.totalPay)],
  ])
}

/** Named after member and days: `rita-rep-2026-11-01-2026-11-30.csv`. */
export function payReportName(username: string, report: Pick<PayReport, 'startDate' | 'endDate'>): string {
  const plain = username
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${plain || 'member'}-${report.startDate}-${report.endDate}.csv`
}
