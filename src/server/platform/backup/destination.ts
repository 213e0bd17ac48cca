/** Where backups are kept: a folder or a bucket, as named objects that are complete or absent. */

export interface StoredObject {
  /** Path below the destination, with `/`. */
  name: string
  bytes: number
}

export interface Destination {
  /** Where it is, for people; no secrets. */
  readonly label: string
  /** Writes an object. It appears when it is complete and durable, replacing one of the same name. */
  put(name: string, content: Uint8Array): Promise<void>
  /** Reads an object. @throws BackupError if there is none */
  get(name: string): Promise<Buffer>
  /** Lists the objects whose names start with `prefix`, in order of their names. */
  list(prefix: string): Promise<StoredObject[]>
  /** Removes an object; one that is gone already is fine. */
  remove(name: string): Promise<void>
  /** Removes what was left behind by writes that were killed long ago. */
  removeUnfinished(): Promise<void>
}

/** What a bucket needs. */
export interface S3Access {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  region: string
  /** For a server other than Amazon's, such as `https://minio.example.com`. */
  endpoint: string | undefined
}

/** How backups are made and kept: what the configuration says about them. */
export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`. */
  to: string
  /** The public key (`age1…`) that every object is encrypted for; absent: that of `key`; without both: not encrypted. */
  recipient: string | undefined
  /** The secret key (`AGE-SECRET-KEY-1…`); absent where the store cannot read its own backups. */
  key: string | undefined
  /** A time within this many days can be restored. */
  keepDays: number
  s3: S3Access | undefined
}
