import { Connection, cookiesOf } from './connection.ts'

export interface Account {
  email: string
  password: string
}

/** Logs in and returns the session's cookie header. @throws Error if the store refuses */
export async function logIn(connection: Connection, { email, password }: Account): Promise<string> {
  const body = JSON.stringify({ email, password })
  const reply = await connection.send('POST', '/api/login', 'content-type: application/json\r\n', body)
  if (reply.status !== 200) throw new Error(`${email} cannot sign in: ${reply.body.toString()}`)
  return cookiesOf(reply)
}

/** Logs in over its own connection. */
export async function logInAt(url: string, account: Account): Promise<string> {
  const connection = await Connection.open(url)
  const cookie = await logIn(connection, account)
  connection.close()
  return cookie
}
