/** What nodes tell each other, on commit, when something happened to a rep's payment request (see stock-changes.ts). */
export const REP_WORD = 'rep '
export const repWordOf = (repId: string): string => REP_WORD + repId

/** SQL: tells all nodes; `repId` is a column or expression. */
export const tellRep = (repId: string): string => `pg_notify('catalogue_changed', '${REP_WORD}' || ${repId})`
