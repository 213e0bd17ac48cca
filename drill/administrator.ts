import { Connection, cookiesOf, type Reply } from '../bench/lab/connection.ts'

const EMAIL = 'drill@bench.example'
const PASSWORD = 'drill-parcel-oak-71'

/** Somebody who changes stock over the API, signed in as a person would be. */
export class Administrator {
  /** What a node must be started with, so that this administrator exists. */
  static readonly ENV = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD }

  readonly #connection: Connection
  readonly #cookie: string

  private constructor(connection: Connection, cookie: string) {
    this.#connection = connection
    this.#cookie = cookie
  }

  static async logIn(url: string): Promise<Administrator> {
    const connection = await Connection.open(url)
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD })
    const reply = await connection.send('POST', '/api/login', 'content-type: application/json\r\n', body)
    if (reply.status !== 200) throw new Error(`the administrator cannot sign in: ${reply.body.toString()}`)
    return new Administrator(connection, cookiesOf(reply))
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
