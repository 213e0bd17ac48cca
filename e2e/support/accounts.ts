export const ADMIN = { email: 'admin@example.com', password: 'a-long-enough-phrase-7' }
/** Two sales representatives, who must not see each other's customers. */
export const REPS = [
  { email: 'rita@example.com', password: 'survey-elm-42-parcel', username: 'Rita Rep', role: 'sales' },
  { email: 'sven@example.com', password: 'county-fir-17-ledger', username: 'Sven Sales', role: 'sales' },
] as const
