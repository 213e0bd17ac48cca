/** A problem with a file as a whole; `message` is for the person who uploads it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  readonly isTooLarge: boolean

  constructor(message: string, { isTooLarge = false } = {}) {
    super(message)
    this.isTooLarge = isTooLarge
  }
}
