/**
 * A reason why the embedded PostgreSQL cannot be used, with its remedy, written for the person at the terminal. The
 * message is complete: print it alone, since a stack trace would only bury the remedy.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}
