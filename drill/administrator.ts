import { Connection, type Reply } from '../bench/lab/connection.ts'
import { logIn } from '../bench/lab/log-in.ts'

const EMAIL = 'drill@bench.example'
const PASSWORD = 'drill-parcel-oak-71'

/** Someone who changes stock over the API, signed in like a person. */
export class Administrator {
  /** A node must be started with these, so this administrator exists. */
  static readonly ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD }

  readonly #connection: Connection
  readonly #cookie: string

  private constructor(connection: Connection, cookie: string) {
    this.#connection = connection
    this.#cookie = cookie
  }

  static async logIn(url: string): Promise<Administrator> {
    const connection = await Connection.open(url)
    return new Administrator(connection, await logIn(connection, { email: EMAIL, password: PASSWORD }))
  }

  setAvailability(packageId: string, available: number): Promise<Reply> {
    return this.#connection.send(
      'PUT',
      `/api/admin/packages/${packageId}/availability`,
      `content-type: application/json\r\ncookie: ${this.#cookie}\r\n`,
      JSON.stringify({ available, reason: 'drill' }),
    )
  }

  close(): void {
    this.#connection.close()
  }
}
