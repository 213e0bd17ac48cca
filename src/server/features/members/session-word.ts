/**
 * What nodes tell each other when a member's session ends or their role changes, so that open streams end: `session
 * <user id>`. Statements say it when they commit, over the connection on which nodes hear of stock (see
 * stock/stock-changes.ts).
 */
export const SESSION_WORD = 'session '

/** SQL: tells all nodes; `userId` is a column or expression. */
export const tellSession = (userId: string): string => `pg_notify('catalogue_changed', '${SESSION_WORD}' || ${userId})`
