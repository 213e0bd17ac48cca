/** The public figures that the pictures show: a store of three states, with small numbers hidden. */
import type { CLAIM_REASONS } from '#contract/claims/claim-reasons.ts'
import type { ClaimRow, DeliveryRow, Figures, FiguresReply, Share, StockRow } from '#contract/trust/figures.ts'

const MONTH = '2026-10'
const MONTH_BEFORE = '2026-09'
const DAY = '2026-11-22'
const WHOLE = 100

const percentOf = (part: number, whole: number): number => Math.round((part / whole) * WHOLE)
const shareOf = (part: number, whole: number): Share => ({ from: percentOf(part, whole), to: percentOf(part, whole) })

function stock(state: string, kind: StockRow['kind'], available: number, held: number, sold: number): StockRow {
  const placed = available + held + sold
  return {
    month: '2026-11',
    day: DAY,
    state,
    kind,
    placed,
    available,
    held,
    sold,
    availablePercent: percentOf(available, placed),
    heldPercent: percentOf(held, placed),
    soldPercent: percentOf(sold, placed),
    addsUp: true,
  }
}

function delivered(month: string, state: string, due: number, late: number): DeliveryRow {
  const inTime = due - late
  return {
    month,
    state,
    due,
    inTime,
    late,
    inTimePercent: shareOf(inTime, due),
    credits: late,
    creditCents: late * 2_990,
  }
}

function answered(reason: (typeof CLAIM_REASONS)[number], granted: number, denied: number): ClaimRow {
  const all = granted + denied
  return { month: MONTH, reason, answered: all, granted, denied, grantedPercent: shareOf(granted, all) }
}

const FIGURES: Figures = {
  version: 1,
  day: DAY,
  madeAt: '2026-11-22T08:00:04.000Z',
  timeZone: 'America/Chicago',
  hasCounts: true,
  hiddenBelow: 10,
  stock: [
    { ...stock('Florida', 'packages', 212, 0, 64), held: null, available: null },
    stock('Florida', 'leads', 18_204, 310, 5_120),
    stock('Georgia', 'leads', 9_611, 96, 1_874),
    stock('Texas', 'packages', 388, 12, 141),
    stock('Texas', 'leads', 41_077, 1_240, 23_915),
  ],
  deliveries: [
    delivered(MONTH, 'Florida', 74, 0),
    {
      ...delivered(MONTH, 'Georgia', 31, 3),
      inTime: null,
      late: null,
      credits: null,
      creditCents: null,
      inTimePercent: { from: 71, to: 96 },
    },
    delivered(MONTH, 'Texas', 412, 11),
    delivered(MONTH_BEFORE, 'Texas', 388, 14),
  ],
  claims: [
    answered('wrong_number', 148, 22),
    { ...answered('duplicate', 6, 2), answered: null, granted: null, denied: null, grantedPercent: null },
    answered('sold_since', 31, 12),
    answered('wrong_county', 14, 0),
  ],
  optOuts: [
    { month: MONTH, honored: 27, medianHours: 9, percentile95Hours: 11 },
    { month: MONTH_BEFORE, honored: null, medianHours: null, percentile95Hours: null },
  ],
}

/** What the store answers: with numbers, or with shares only. */
export function shownFigures({ hasCounts }: { hasCounts: boolean }): FiguresReply {
  const bare = { placed: null, available: null, held: null, sold: null }
  const figures = hasCounts
    ? FIGURES
    : { ...FIGURES, hasCounts, stock: FIGURES.stock.map((row) => ({ ...row, ...bare })) }
  return {
    figures,
    checksum: '9f2c41d0a7be5830c6f1e94b7d2a60538ce17f94b3d6a2085e71c4f90b3d8a16',
    proof: 'ready',
    days: [DAY, '2026-11-21', '2026-11-20'],
  }
}
