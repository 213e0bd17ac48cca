/** The imports that administrators make: of leads and of stock. */
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/imports/imports.ts'
import type { ImportScope } from '#server/features/imports/show-import.ts'
import { createImport } from '#server/features/imports/start-import.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { type PlatformContext, requireMember } from '#server/platform/context.ts'
import { LEAD_IMPORTS } from './lead-files/lead-imports.ts'
import { STOCK_IMPORTS } from './stock-files/stock-imports.ts'

export const ADMIN_KINDS = [LEAD_IMPORTS, STOCK_IMPORTS]

export const adminImports = async (ctx: PlatformContext): Promise<ImportScope> => ({
  kinds: ADMIN_KINDS,
  createdBy: null,
  names: await readMemberNames(ctx),
})

/** Creates an import for a file that will be sent. */
export const createAdminImport = async (ctx: PlatformContext, body: BodyOf<typeof contract.createImport>) =>
  createImport(ctx, await adminImports(ctx), { ...body, createdBy: requireMember(ctx).userId })
