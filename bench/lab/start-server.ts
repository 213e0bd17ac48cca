import { once } from 'node:events'
import { startProcess } from './child-process.ts'

/** A small server of the benches, in its own process. */
export interface Server {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts `bench/lab/<name>.ts`, which gets `message` and replies with its address. */
export async function startServer(name: 'balancer' | 'bare-fastify', message: string | string[]): Promise<Server> {
  const child = startProcess(`bench/lab/${name}.ts`)
  child.process.send(message)
  const [url]: string[] = await Promise.race([
    once(child.process, 'message'),
    child.ended.then(() => Promise.reject(new Error(`${name} ended: ${child.output()}`))),
  ])
  if (!url) throw new Error(`${name} did not say where it listens`)
  return { url, pid: child.pid, stop: () => child.stop('SIGTERM') }
}
