/** A store on a PostgreSQL of its owner, and what the owner's tools say of their backups. */
import { describeDatabase, listChecks } from '#server/features/admin/backups/run-backups.ts'
import type { Executor } from '#server/platform/database/database.ts'
import type { TestApp } from './test-app.ts'

/** What pgBackRest 2.45 printed after a first backup. */
const INFO =
  '[{"archive":[{"database":{"id":1,"repo-key":1},"id":"15-1","max":"00000001000000000000000A","min":"000000010000000000000001"}],"backup":[{"archive":{"start":"000000010000000000000002","stop":"000000010000000000000003"},"backrest":{"format":5,"version":"2.45"},"database":{"id":1,"repo-key":1},"error":false,"info":{"delta":30783796,"repository":{"delta":4112528,"size":4112528},"size":30783796},"label":"20261130-180807F","lsn":{"start":"0/2000028","stop":"0/3000088"},"prior":null,"reference":null,"timestamp":{"start":1796062087,"stop":1796062091},"type":"full"}],"cipher":"aes-256-cbc","db":[{"id":1,"repo-key":1,"system-id":7714027865961710928,"version":"15"}],"name":"leadyard","repo":[{"cipher":"aes-256-cbc","key":1,"status":{"code":0,"message":"ok"}}],"status":{"code":0,"lock":{"backup":{"held":false}},"message":"ok"}}]'
const STOP = '1796062091'
const CLUSTER = '7714027865961710928'

type Ctx = TestApp['ctx']

/** @param archive how its archiving is doing; absent: it is off */
export function ownDatabase(ctx: Ctx, archive?: object): Ctx {
  const run = async (...asked: Parameters<Executor['run']>) => {
    const rows = await ctx.database.run(...asked)
    return archive && asked[0] === listChecks ? [...rows, { kind: 'archive', ...archive }] : rows
  }
  const database: Ctx['database'] = Object.assign(Object.create(ctx.database), { run })
  return { ...ctx, database, config: { ...ctx.config, databaseUrl: 'postgres://own', backup: undefined } }
}

/** Reports of a backup of this database that was made so long ago: of two tools, of trouble, and some that say nothing. */
export async function reportsOf(ctx: Ctx, agoMs: number) {
  const [{ cluster } = { cluster: '' }] = await ctx.database.run(describeDatabase)
  const stop = Math.floor((ctx.clock.now().getTime() - agoMs) / 1_000)
  const made = new Date(stop * 1_000)
  const infoOf = (stopped: number, id = cluster) => INFO.replace(STOP, String(stopped)).replace(CLUSTER, id)
  const walGOf = (id: string) =>
    `[{"backup_name":"base_1","finish_time":"${made.toISOString()}","system_identifier":${id}}]`
  const good = infoOf(stop)
  const wrong = [
    ...['', 'null', '{}', '[]', '[{}]', good.slice(1), good.replace('"db"', '"dbs"')],
    ...[good.replaceAll('"ok"', '"\\u0000"'), infoOf(-1), infoOf(stop + 7_200), infoOf(stop, '1')],
    ...[walGOf('1'), walGOf('"1"')],
  ]
  return { made, good, walG: walGOf(cluster), failing: good.replaceAll('"code":0,', '"code":2,'), wrong }
}
