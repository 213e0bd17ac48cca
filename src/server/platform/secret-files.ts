/** The paths of the files that must never be in the database. */
import { dirname, join } from 'node:path'

interface Variables {
  SECRETS_FILE?: string | undefined
  LOG_KEYS_FILE?: string | undefined
  LOG_POLICY_FILE?: string | undefined
  DATABASE_URL?: string | undefined
  DATA_DIR: string
}

export interface SecretFiles {
  /** Absent: the secrets are kept in the database. */
  secretsFile: string | undefined
  /** Absent: the store keeps no public log of delivered leads. */
  logKeysFile: string | undefined
  /** Absent: the log needs no witnesses. */
  logPolicyFile: string | undefined
}

/** Returns their paths: beside each other, unless variables say otherwise. */
export function secretFilesOf(env: Variables): SecretFiles {
  const secretsFile = env.SECRETS_FILE ?? (env.DATABASE_URL ? undefined : join(env.DATA_DIR, 'secrets.json'))
  const besideSecrets = secretsFile && join(dirname(secretsFile), 'log-keys.json')
  return {
    secretsFile,
    logKeysFile: env.LOG_KEYS_FILE === 'off' ? undefined : (env.LOG_KEYS_FILE ?? besideSecrets),
    logPolicyFile: env.LOG_POLICY_FILE,
  }
}
