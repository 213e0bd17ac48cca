/** What the store's public figures show. */
import { choice } from './setting-kinds.ts'

export const SHARES_ONLY = 'shares only'

export const TRUST = {
  publicFigures: choice(
    {
      label: 'What public figures show',
      usual: 'counts and shares',
      help: 'On the page /trust. With shares only, nobody learns how much you sell. It takes effect with the next day’s figures; earlier days cannot be changed.',
    },
    ['counts and shares', SHARES_ONLY],
  ),
}
