import { REFUSALS, type RefusalCode } from '#contract/refusals.ts'

/**
 * An expected no. It is thrown, so that the transaction around it rolls back by itself; the error handler turns it into
 * `{ message, code, requestId }` with the status of its code.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly details: Readonly<Record<string, unknown>> | undefined

  /** @param options.message replaces the code's own sentence, `options.details` adds documented facts to the body */
  constructor(code: RefusalCode, options: { message?: string; details?: Readonly<Record<string, unknown>> } = {}) {
    super(options.message ?? REFUSALS[code].text)
    this.code = code
    this.details = options.details
  }

  get status(): number {
    return REFUSALS[this.code].status
  }
}
