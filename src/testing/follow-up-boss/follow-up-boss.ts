/** The stand-in for Follow Up Boss as tests use it. */
import { type ChildServer, openChildServer } from '#testing/child-server.ts'
import type { Settings } from './server.ts'

/** A call as the stand-in saw it. */
export interface FollowUpBossCall {
  method: string
  path: string
  userName: string
  password: string
  system: string
  systemKey: string
  body: ReturnType<typeof JSON.parse>
}

export const openFollowUpBoss = (): Promise<ChildServer<FollowUpBossCall, Settings>> =>
  openChildServer(new URL('./server.ts', import.meta.url))

/** The environment of a store whose buyers connect to the stand-in. */
export const followUpBossEnv = (url: string): Record<string, string> => ({
  WEBHOOKS_TO_LOOPBACK: '1',
  FOLLOW_UP_BOSS_SYSTEM: 'Leadyard Test',
  FOLLOW_UP_BOSS_SYSTEM_KEY: 'system-key-1',
  FOLLOW_UP_BOSS_API_BASE: url,
})
