import { expect, test } from 'vitest'
import { payReportCsv, payReportName } from './pay-report-csv.ts'

const period = { startDate: '2026-11-01', endDate: '2026-11-30' }
const row = {
  orderReference: 'LY-2',
  place: 'Texas',
  amount: 9,
  ...{ rate: 10, kind: 'sale' as const },
  saleDate: '2026-11-02',
  isDisputed: false,
}

test('a pay report has its rows and both totals; names cannot become formulas, amounts stay numbers', () => {
  const report = {
    ...period,
    timeZone: 'America/New_York',
    packagesSold: [
      { ...row, customerName: '=HYPERLINK("http://x")', packageType: 'VIP, Vacant Houses', payValue: 29.9 },
      { ...row, customerName: 'Ana "A" Bold', packageType: 'VIP', payValue: -29.9, kind: 'refund' as const },
    ],
    totalPackages: 0,
    totalPay: 0,
  }

  expect(payReportCsv(report)).toBe(
    [
      '\uFEFFCustomer Name,Package Type,Sale Date,Pay Value',
      `"'=HYPERLINK(""http://x"")","VIP, Vacant Houses",2026-11-02,29.90`,
      '"Ana ""A"" Bold",VIP,2026-11-02,-29.90',
      'Total Packages,0',
      'Total Pay,0.00',
      '',
    ].join('\r\n'),
  )
})

test('its file name has the member and the days, without characters that file systems refuse', () => {
  expect(payReportName('Rita Rep', period)).toBe('rita-rep-2026-11-01-2026-11-30.csv')
  expect(payReportName('../Ö/ "x"', period)).toBe('ö-x-2026-11-01-2026-11-30.csv')
  expect(payReportName('///', period)).toBe('member-2026-11-01-2026-11-30.csv')
})
