/**
 * Members and their sign-in. A member is created by `ensure-member` (the first administrator, the demo) and later by an
 * administrator; no one signs up. Members are disabled, never deleted, because sales name them. A session is created at
 * login, extended while it is used and deleted at logout; `forget-old-rows` deletes expired ones.
 *
 * Some columns (`image`, `ip_address`, tokens of accounts) are empty: a session library in earlier versions used them.
 */
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { SAVED_LISTS } from '#contract/members/saved-views.ts'
import { instant } from '#server/platform/database/columns.ts'
import { STARTED_BY } from './rules.ts'

const ofMember = () =>
  text('user_id')
    .notNull()
    .references(() => users.id)

export const users = pgTable(
  'users',
  (t) => ({
    id: t.text('user_id').primaryKey(),
    /** As shown. */
    name: t.text('username').notNull(),
    /** In lowercase: people do not remember how they typed theirs. */
    email: t.text('email').notNull(),
    emailVerified: t.boolean('is_verified').notNull().default(false),
    image: t.text('image'),
    phone: t.text('phone'),
    role: t
      .text('role', { enum: ['sales', 'admin'] })
      .notNull()
      .default('sales'),
    /** Commission on a sale made now, in basis points; orders keep a copy. Set by the team. */
    commissionBps: t.integer('commission_bps').notNull().default(1000),
    /** Invited by email and without a password so far. */
    invitedAt: instant('invited_at'),
    /** From then on they cannot log in. Their sales stay theirs. */
    disabledAt: instant('disabled_at'),
    /** The `ADMIN_EMAIL` that this member stands for, whatever their address is now; null for everyone else. */
    bootstrapEmail: t.text('bootstrap_email'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    // Login, and one account per address if two nodes create it at once.
    unique('users_email').on(table.email),
    // Every start: the administrator of ADMIN_EMAIL is one member.
    unique('users_bootstrap_email').on(table.bootstrapEmail),
    check('users_email_small', sql`${table.email} = lower(${table.email})`),
    check('users_commission', sql`${table.commissionBps} between 0 and 10000`),
    check('users_role', sql`${table.role} in ('sales', 'admin')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  (t) => ({
    id: t.text('session_id').primaryKey(),
    userId: ofMember(),
    token: t.text('token').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** Kept empty, because nothing needs it. */
    ipAddress: t.text('ip_address'),
    userAgent: t.text('user_agent'),
    /** Until then it may do what needs a proof: the password and the second factor were checked again. */
    provenUntil: instant('proven_until'),
    /** The proofs it started with; a passkey used later counts from then on. */
    startedBy: t.text('started_by', { enum: STARTED_BY }).notNull().default('password'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    // Every request of a member.
    unique('sessions_token').on(table.token),
    // Ending all sessions of a member.
    index('sessions_by_user').on(table.userId),
    // forget-old-rows.
    index('sessions_by_expiry').on(table.expiresAt),
    check('sessions_started_by', sql`${table.startedBy} in ('password', 'passkey', 'oidc', 'oidc_two_factors')`),
  ],
)

/** How a member proves their identity: today one row each, with the password's hash. */
export const accounts = pgTable(
  'accounts',
  (t) => ({
    id: t.text('account_id').primaryKey(),
    /** The member's id at the provider; for a password the user id itself. */
    accountId: t.text('provider_account_id').notNull(),
    providerId: t.text('provider_id').notNull(),
    userId: ofMember(),
    accessToken: t.text('access_token'),
    refreshToken: t.text('refresh_token'),
    idToken: t.text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: t.text('scope'),
    /** argon2id or, until the next login, scrypt; each with its salt. See passwords.ts. */
    password: t.text('password_hash'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    unique('accounts_at_provider').on(table.providerId, table.accountId),
    // Login: a member's password.
    index('accounts_by_user').on(table.userId),
  ],
)

/**
 * Emails to members about their sign-in, while they matter: links that reset a password or confirm an address, and
 * notices to a former address. A row is written in the transaction that decides on the email, gets the fingerprint of a
 * token when the email is made, and is deleted when its link is used or replaced; `forget-old-rows` deletes those
 * that are over. Only the email has the token.
 */
export const verifications = pgTable(
  'verifications',
  (t) => ({
    id: t.text('verification_id').primaryKey(),
    /** `<purpose>:<user id>`. */
    identifier: t.text('identifier').notNull(),
    /** The address, then the fingerprints of the tokens that were sent there, separated by spaces. */
    value: t.text('value').notNull(),
    // Derived from the two above, which an older version of the store writes and reads.
    purpose: t.text('purpose').notNull().generatedAlwaysAs(sql`split_part(identifier, ':', 1)`),
    userId: t.text('user_id').notNull().generatedAlwaysAs(sql`split_part(identifier, ':', 2)`),
    address: t.text('address').notNull().generatedAlwaysAs(sql`split_part(value, ' ', 1)`),
    /** Fingerprints of the tokens that were sent. */
    tokens: t.text('tokens').array().notNull().generatedAlwaysAs(sql`(string_to_array(value, ' '))[2:]`),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    // Ending the links of a member.
    index('verifications_by_identifier').on(table.identifier),
  ],
)

/**
 * Second factors. A row is written when a member asks for a secret, counts once a code is confirmed, and is deleted
 * when they turn it off.
 */
export const secondFactors = pgTable('second_factors', (t) => ({
  userId: t
    .text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The secret in base32, encrypted for this member with a key derived from the store’s secrets. */
  sealedSecret: t.text('sealed_secret').notNull(),
  /** Null until a code is confirmed; until then login does not ask for one. */
  confirmedAt: instant('confirmed_at'),
  /** Fingerprints of the unused recovery codes. */
  recoveryCodes: t.text('recovery_codes').array().notNull().default(sql`'{}'`),
  /** The 30-second step of the last code that was used: a code works once. */
  lastStep: t.integer('last_step').notNull().default(0),
  createdAt: instant('created_at').notNull(),
}))

/** Filters and order of a list that a member saved under a name, until they delete it or lose their access. */
export const savedViews = pgTable(
  'saved_views',
  (t) => ({
    viewId: t.text('view_id').primaryKey(),
    userId: ofMember(),
    list: t.text('list', { enum: SAVED_LISTS }).notNull(),
    name: t.text('name').notNull(),
    /** As in the list's address. */
    query: t.text('query').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  }),
  (table) => [
    // listSavedViews; and a member's list has each name once.
    uniqueIndex('saved_views_one_per_name').on(table.userId, table.list, sql`lower(name)`),
    check('saved_views_name', sql`char_length(${table.name}) between 1 and 40`),
    check('saved_views_query', sql`char_length(${table.query}) between 1 and 2000`),
  ],
)

/**
 * Who members are at the company's issuer. A row is written when someone logs in there for the first time. It stays
 * when the member is removed, so that they cannot come back as someone new, and is deleted when an administrator adds
 * them again.
 */
export const identities = pgTable(
  'identities',
  (t) => ({
    issuer: t.text('issuer').notNull(),
    /** The issuer's own name for the person, which never changes there. */
    subject: t.text('subject').notNull(),
    userId: ofMember(),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [
    // Logging in.
    primaryKey({ columns: [table.issuer, table.subject] }),
    // A member is one person at an issuer.
    unique('identities_one_per_member').on(table.userId, table.issuer),
  ],
)

/** Passkeys: written when a member adds one, updated at each sign-in, deleted by the member or with their access. */
export const passkeys = pgTable(
  'passkeys',
  (t) => ({
    passkeyId: t.text('passkey_id').primaryKey(),
    userId: ofMember(),
    /** The device's name for its key, in base64url. */
    credentialId: t.text('credential_id').notNull(),
    /** As COSE, in base64url. It only checks signatures, so it is no secret. */
    publicKey: t.text('public_key').notNull(),
    /** How often the device has signed, if it counts: a lower number comes from a copy. Up to 2^32. */
    signatures: t.bigint('signatures', { mode: 'number' }).notNull(),
    /** How browsers reach the device, for their next dialog. */
    transports: t.text('transports').array().notNull().default(sql`'{}'`),
    isSynced: t.boolean('is_synced').notNull(),
    name: t.text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  }),
  (table) => [
    // Logging in.
    unique('passkeys_credential').on(table.credentialId),
    // The list in the profile.
    index('passkeys_by_user').on(table.userId),
    check('passkeys_name', sql`char_length(${table.name}) between 1 and 40`),
  ],
)
