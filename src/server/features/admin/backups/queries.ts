import { statement } from '#server/platform/statement.ts'

export const recordSuccess = statement(
  'backups.record_success',
  `insert into backup_checks (kind, first_at, succeeded_at) values ($kind, $now, $now)
   on conflict (kind) do update set succeeded_at = excluded.succeeded_at, failing_since = null, problem = null`,
)

export const recordFailure = statement(
  'backups.record_failure',
  `insert into backup_checks (kind, first_at, failing_since, problem) values ($kind, $now, $now, $problem)
   on conflict (kind) do update
     set failing_since = coalesce(backup_checks.failing_since, excluded.failing_since), problem = excluded.problem`,
)

export const listChecks = statement(
  'backups.list_checks',
  'select kind, first_at, succeeded_at, failing_since, problem from backup_checks order by kind',
)

/** One row if PostgreSQL itself cannot put its log aside, with since when. */
export const findStuckArchiver = statement(
  'backups.find_stuck_archiver',
  `select last_failed_time as failed_at, last_failed_wal as file from pg_stat_archiver
   where last_failed_time > coalesce(last_archived_time, '-infinity')`,
)

/** The name of the database cluster; a restore keeps it. */
export const readSystemIdentifier = statement(
  'backups.read_system_identifier',
  'select system_identifier::text as identifier from pg_control_system()',
)
