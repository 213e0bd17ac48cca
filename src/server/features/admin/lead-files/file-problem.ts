/** What is wrong with a file as a whole; `message` is for the person who brings it. */
export class FileProblem extends Error {
  override name = 'FileProblem'
}
