/**
 * Passkeys. A row is written when a member adds one, is updated each time it signs them in, and is deleted by the
 * member or with their access.
 */
import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'
import { users } from './tables.ts'

export const passkeys = pgTable(
  'passkeys',
  {
    passkeyId: text('passkey_id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The device's name for its key, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** As COSE, in base64url. It only checks signatures, so it is no secret. */
    publicKey: text('public_key').notNull(),
    /** How often the device has signed, if it counts: a lower number comes from a copy. Up to 2^32. */
    signatures: bigint('signatures', { mode: 'number' }).notNull(),
    /** How browsers reach the device, for their next dialog. */
    transports: text('transports').array().notNull().default(sql`'{}'`),
    isSynced: boolean('is_synced').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    // Signing in.
    unique('passkeys_credential').on(table.credentialId),
    // The list in the profile.
    index('passkeys_by_user').on(table.userId),
    check('passkeys_name', sql`char_length(${table.name}) between 1 and 40`),
  ],
)
