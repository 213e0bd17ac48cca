/** Nodes tell each other `session <user id>` when a session ends or a role changes, so that open streams end. */
export const SESSION_WORD = 'session '

/** SQL: tells all nodes when it commits, over the channel of stock; `userId` is a column or expression. */
export const tellSession = (userId: string): string => `pg_notify('catalogue_changed', '${SESSION_WORD}' || ${userId})`
