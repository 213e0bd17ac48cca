/**
 * API keys. A row is written when a buyer (at the desk) or a member (in their account) makes a key, and is deleted when
 * they end it or, for a member, when they lose their access or role. `forget-old-rows` deletes those that were not
 * used for a year. Only a hash of the key is kept, so a copy of the database opens nothing.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { BUYER_SCOPES, MEMBER_SCOPES } from '#contract/keys/key-scopes.ts'
import { instant } from '#server/platform/database/columns.ts'

export const apiKeys = pgTable(
  'api_keys',
  {
    keyId: text('key_id').primaryKey(),
    /** SHA-256 of the whole key, in base64url. */
    keyHash: text('key_hash').notNull(),
    /** `user:<member>`, or `buyer:<fingerprint of the address>`. */
    ownerId: text('owner_id').notNull(),
    /** A buyer's address, in lowercase; null for a member's key. */
    email: text('email'),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: [...BUYER_SCOPES, ...MEMBER_SCOPES] })
      .array()
      .notNull(),
    /** The proofs of the member's session that made it: the key counts like that session. Null for a buyer's key. */
    startedBy: text('started_by'),
    createdAt: instant('created_at').notNull(),
    /** The last use, to within a minute; null if there was none. */
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    // Every request with a key.
    unique('api_keys_hash').on(table.keyHash),
    // The owner's list, and ending all keys of a member.
    index('api_keys_of_owner').on(table.ownerId, table.createdAt),
    // forget-old-rows.
    index('api_keys_by_use').on(sql`coalesce(${table.lastUsedAt}, ${table.createdAt})`),
    check('api_keys_name', sql`char_length(${table.name}) between 1 and 40`),
    check('api_keys_owner', sql`(${table.ownerId} like 'buyer:%') = (${table.email} is not null)`),
  ],
)
