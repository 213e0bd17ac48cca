export interface StoredObject {
  /** Path below the destination, with `/`. */
  name: string
  bytes: number
}

/** Where backups are kept: a folder or a bucket, as named objects that are complete or absent. */
export interface Destination {
  /** Where it is, for people; no secrets. */
  readonly label: string
  /** The object appears when it is complete and durable, replacing one of the same name. */
  put(name: string, content: Uint8Array): Promise<void>
  get(name: string): Promise<Buffer>
  list(prefix: string): Promise<StoredObject[]>
  remove(name: string): Promise<void>
  /** Removes what was left behind by writes that were killed long ago. */
  removeUnfinished(): Promise<void>
}

export interface S3Access {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
  region: string
  /** For a server other than Amazon's, such as `https://minio.example.com`. */
  endpoint: string | undefined
}

export interface BackupConfig {
  /** A folder, or `s3://bucket/prefix`. */
  to: string
  /** The public key (`age1…`) that every object is encrypted for; absent: that of `key`; without both: not encrypted. */
  recipient: string | undefined
  key: string | undefined
  keepDays: number
  s3: S3Access | undefined
}
