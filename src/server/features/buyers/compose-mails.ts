/** The email that opens the buyer's desk, and the one about an API key that was made there. */
import { DESK_CODE_MINUTES } from '#contract/buyers/desk.ts'
import { mayWords } from '#contract/keys/key-scopes.ts'
import { findKeyToTell } from '#server/features/keys/manage-keys.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import { formatMailTime } from '#server/platform/clock.ts'
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

const composeKeyMade: MessageComposer = async (ctx, { subject_id: subject }) => {
  const keyId = subject.split(' ', 1).join()
  const made = await findKeyToTell(ctx, keyId)
  if (!made?.email) return { failed: 'the key was ended' }
  const { brand, timeZone } = ctx.config
  const letter = writeLetter(
    {
      subject: `An API key for your orders at ${brand.name} was made`,
      name: null,
      paragraphs: [
        `The API key “${made.key.name}” was made on ${formatMailTime(made.madeAt, timeZone)}, with ${subject.slice(keyId.length + 1)}. ${mayWords(made.key.scopes)}`,
        'It works until someone ends it, also after your orders are closed in that browser. If it was you, you are all set.',
        `If it was not you: open your orders, end the key under API keys, close the other browsers there, and email ${brand.supportEmail}.`,
      ],
      button: { text: 'Open my orders', url: `${ctx.publicUrl}/desk` },
    },
    brand,
  )
  return { to: made.email, ...letter }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { desk_code: composeCode, desk_key_made: composeKeyMade }
