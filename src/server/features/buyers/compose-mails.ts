/** The email that opens the buyer's desk. */
import { DESK_CODE_MINUTES } from '#contract/buyers/desk.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import { findCode } from './queries.ts'
import { deskCodeOf, linkSecretOf } from './rules.ts'

const composeCode: MessageComposer = async (ctx, { subject_id }) => {
  const [code] = await ctx.database.run(findCode, { codeId: subject_id, now: ctx.clock.now() })
  if (!code) return { failed: 'this message is no longer needed' }
  const { brand } = ctx.config
  const letters = deskCodeOf(ctx, code.code_id).replace(/^(.{4})/, '$1-')
  const letter = writeLetter(
    {
      subject: `${letters} opens your orders at ${brand.name}`,
      name: null,
      paragraphs: [
        `Enter this code to see all your orders and lead files: ${letters}`,
        `It works once, within ${DESK_CODE_MINUTES} minutes, in any browser. Or use the button:`,
      ],
      // After the #, so that it reaches no server's log.
      button: { text: 'Open my orders', url: `${ctx.publicUrl}/desk#${linkSecretOf(ctx, code.code_id)}` },
      small: ['If you did not request this code, ignore this email and do not share the code.'],
    },
    brand,
  )
  return { to: code.email, ...letter }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { desk_code: composeCode }
