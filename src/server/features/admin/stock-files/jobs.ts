import { forgetImports } from '#server/features/admin/imports.ts'
import type { Context } from '#server/gateways/context.ts'
import { defineRetention } from '#server/platform/jobs/retention.ts'
import { dropUpload, findForgotten, markForgotten } from './retention-queries.ts'

export const jobs = [
  defineRetention<Context>({
    name: 'forget-stock-imports',
    schedule: '6 * * * *',
    rows: [
      forgetImports({
        what: 'rows of stock imports',
        kept: '3 days after the last step',
        stays: 'the import',
        async forgetOldest(tx, before) {
          const [old] = await tx.run(findForgotten, { before, limit: 1 })
          if (!old) return false
          if (old.upload_id) await tx.run(dropUpload, { uploadId: old.upload_id })
          await tx.run(markForgotten, { importId: old.import_id })
          return true
        },
      }),
    ],
  }),
]
