/** What is wrong with a file as a whole; `message` is for the person who made it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
  readonly code: 'stock_file_refused' | 'body_too_large'

  constructor(message: string, code: FileProblem['code'] = 'stock_file_refused') {
    super(message)
    this.code = code
  }
}
