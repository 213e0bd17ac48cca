/** Files that are imported into a store, from their first byte to what they change. */
import { FILE_PART_BYTES, type ImportKind } from '#contract/imports/imports.ts'
import type { Client, Reply } from './builders.ts'
import type { TestApp } from './test-app.ts'

/** Runs waiting jobs. @throws Error with what a job of this store failed with */
async function runJobs(store: TestApp): Promise<void> {
  await store.runJobs()
  const rows =
    await store.sql`select task_identifier, last_error from graphile_worker.jobs where last_error is not null`
  if (rows.length > 0) throw new Error(`${rows[0].task_identifier} failed: ${rows[0].last_error}`)
}

type Step = 'check' | 'apply' | 'undo'

export class Imports {
  readonly store: TestApp
  admin: Client
  readonly #kind: ImportKind

  constructor(store: TestApp, admin: Client, kind: ImportKind) {
    this.store = store
    this.admin = admin
    this.#kind = kind
  }

  get #path(): string {
    return this.#kind === 'ownList' ? '/api/desk/imports' : '/api/admin/imports'
  }

  /** Creates an import. @returns its id */
  async announce(fileBytes: number, source = 'County records'): Promise<string> {
    const kind = this.#kind === 'ownList' ? {} : { kind: this.#kind }
    const reply = await this.admin.call('POST', this.#path, {
      ...kind,
      source,
      fileName: `${this.#kind}.csv`,
      fileBytes,
    })
    return reply.body.id
  }

  sendPart(importId: string, partNumber: number, bytes: Buffer, cookie = this.admin.cookie): Promise<Reply> {
    const url = `${this.#path}/${importId}/parts/${partNumber}`
    return this.admin.send('PUT', url, bytes, { 'content-type': 'application/octet-stream', cookie })
  }

  /** Creates an import and sends all parts of its file. */
  async send(file: string | Uint8Array, source?: string): Promise<string> {
    const bytes = Buffer.from(file)
    const importId = await this.announce(bytes.length, source)
    for (let part = 0; part * FILE_PART_BYTES < bytes.length; part += 1)
      await this.sendPart(importId, part, bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES))
    return importId
  }

  open = (importId: string): Promise<Reply> => this.admin.call('POST', `${this.#path}/${importId}/open`)

  /** Starts a step and lets the job take it. @returns the import, or what refused the step */
  async take(importId: string, step: Step, body?: object): Promise<Reply['body']> {
    const begun = await this.admin.call('POST', `${this.#path}/${importId}/${step}`, body)
    if (begun.status !== 200) return begun.body
    await runJobs(this.store)
    return this.read(importId)
  }

  check = (importId: string, mapping: object): Promise<Reply['body']> => this.take(importId, 'check', { mapping })

  /** Applies it to the end. */
  apply = (importId: string, body?: object): Promise<Reply['body']> => this.take(importId, 'apply', body)

  undo = (importId: string): Promise<Reply['body']> => this.take(importId, 'undo')

  /** Takes a file from its first byte to its dry run. */
  async bring(file: string | Uint8Array, options: { source?: string; mapping?: object } = {}): Promise<Reply['body']> {
    const importId = await this.send(file, options.source)
    const opened = await this.open(importId)
    if (opened.status !== 200) return { ...opened.body, id: importId }
    return { id: importId, ...(await this.check(importId, options.mapping ?? opened.body.mapping)) }
  }

  async read(importId: string): Promise<Reply['body']> {
    return (await this.admin.call('GET', `${this.#path}/${importId}`)).body
  }

  /** The report of refused rows. */
  async refused(importId: string): Promise<string> {
    return (await this.admin.call('GET', `${this.#path}/${importId}/refused.csv`)).body
  }

  /** The imports that still have rows of their files. */
  async partitions(): Promise<string[]> {
    const rows = await this.store
      .sql`select import_id from imports where exists (select from pg_class where relname ~ ('_rows_' || upload_no || '$') and relkind = 'r')`
    return rows.map(({ import_id }) => import_id)
  }
}
