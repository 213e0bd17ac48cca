/** The errors that operations throw on purpose: a refusal for the caller, a lost race, a broken assumption. */
import { REFUSAL_CASES, type RefusalCase } from '#contract/refusal-cases.ts'
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts'

/** Thrown in a transaction if another call was faster; what the transaction wrote so far rolls back. */
export class LostRace extends Error {
  override name = 'LostRace'
  constructor() {
    super('another call was faster')
  }
}

/** Runs a transaction; null if another call was faster. @param isLost errors that mean the same as `LostRace` */
export async function unlessLost<Result>(
  transact: () => Promise<Result>,
  isLost: (error: unknown) => boolean = () => false,
): Promise<Result | null> {
  try {
    return await transact()
  } catch (error) {
    if (error instanceof LostRace || isLost(error)) return null
    throw error
  }
}

/** A broken assumption of ours: answered as 500 with the request id, and someone looks into it. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}

/** @throws InvariantError if the condition does not hold; `why` is for the log, never for the browser */
export function invariant(condition: unknown, why: string): asserts condition {
  if (!condition) throw new InvariantError(why)
}

interface RefusalOptions {
  values?: Readonly<Record<string, string | number>>
  /** A sentence that was worked out elsewhere, such as a form's errors; it replaces the code's own. */
  message?: string
  details?: Readonly<Record<string, unknown>>
}

const isCase = (name: RefusalCode | RefusalCase): name is RefusalCase => name in REFUSAL_CASES

/** An expected no. The transaction around it rolls back; callers get `{ message, code, requestId }` and its status. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(name: RefusalCode | RefusalCase, { values = {}, message, details }: RefusalOptions = {}) {
    super(isCase(name) ? fillIn(REFUSAL_CASES[name], values) : (message ?? REFUSALS[name].text))
    this.code = name.split('.')[0] as RefusalCode
    this.details = details
  }

  get status(): number {
    return REFUSALS[this.code].status
  }
}

/** The first of the rows. @throws Refusal if there is none */
export function requireRow<Row>([row]: readonly Row[], refusal: RefusalCode | RefusalCase): Row {
  if (row === undefined) throw new Refusal(refusal)
  return row
}

function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    invariant(value !== undefined, `a refusal was made without its value "${name}"`)
    return String(value)
  })
}

/** Returns the code of an error of Node.js or PostgreSQL, such as `ENOENT`; empty if it has none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
