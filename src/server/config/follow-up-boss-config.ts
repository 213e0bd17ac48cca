import * as z from 'zod/mini'
import { incompleteProblems, text } from '#server/platform/text/config-values.ts'

export const BOSS_VARIABLES = {
  FOLLOW_UP_BOSS_SYSTEM: z.pipe(text(100), z.optional(z.string().check(z.regex(/^[\x20-\x7e]+$/, 'must be ASCII')))),
  FOLLOW_UP_BOSS_SYSTEM_KEY: z.pipe(
    text(200),
    z.optional(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces'))),
  ),
  FOLLOW_UP_BOSS_API_BASE: text(),
}

type Environment = { readonly [Name in keyof typeof BOSS_VARIABLES]?: string | undefined }

export interface FollowUpBossConfig {
  system: string
  systemKey: string
  /** The origin of its API, or of what stands in for it. */
  apiBase: string
}

const API_BASE = 'https://api.followupboss.com'

/** Lists what is wrong with these variables, each with its remedy. */
export function bossProblems(env: Environment, isProduction: boolean): string[] {
  const problems = incompleteProblems(env, 'FOLLOW_UP_BOSS_SYSTEM', 'FOLLOW_UP_BOSS_SYSTEM_KEY')
  const { FOLLOW_UP_BOSS_API_BASE: base } = env
  if (base && !/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    problems.push('FOLLOW_UP_BOSS_API_BASE must be an http or https address.')
  if (base && isProduction)
    problems.push('FOLLOW_UP_BOSS_API_BASE must be absent in production: leads of buyers would go elsewhere.')
  return problems
}

/** Call it once they have no problems. Absent: buyers cannot connect it. */
export function bossConfigOf(env: Environment): { followUpBoss: FollowUpBossConfig | undefined } {
  const { FOLLOW_UP_BOSS_SYSTEM: system, FOLLOW_UP_BOSS_SYSTEM_KEY: systemKey } = env
  if (!system || !systemKey) return { followUpBoss: undefined }
  return { followUpBoss: { system, systemKey, apiBase: new URL(env.FOLLOW_UP_BOSS_API_BASE ?? API_BASE).origin } }
}
