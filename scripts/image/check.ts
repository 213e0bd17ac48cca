/** Starts an image as docs/running.md says, on a PostgreSQL of its own, and looks at what it may do. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#server/platform/postgres/start-embedded-postgres.ts'
import { aPort } from '#testing/listen.ts'
import { SetUpError, seconds } from '../lib/say.mjs'
import type { Options } from './options.ts'
import { answer, ask, isInstalled } from './tools.ts'

const SIZE_MAX = 250_000_000
const READY_WITHIN_MS = 120_000
/** The server takes at most 60 s to end. */
const STOP_SECONDS = 70
const USER = 10_001

/** As compose.yaml starts it. The network is this machine's, because the database is on its loopback. */
const RESTRICTIONS = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
const NODE = '/usr/local/bin/node'

const PROBE = `
  const canWrite = (path) => { try { fs.writeFileSync(path, ''); return true } catch { return false } }
  const status = fs.readFileSync('/proc/self/status', 'utf8')
  console.log(JSON.stringify({
    user: process.getuid(),
    capabilities: /CapEff:\\s*(\\w+)/.exec(status)[1].replace(/^0+/, ''),
    noNewPrivileges: /NoNewPrivs:\\s*(\\d)/.exec(status)[1],
    writes: ['/app/x', '/x', '/usr/x', '/data/x', '/tmp/x'].filter(canWrite),
  }))`

/** Starts the image and stops it again. @throws SetUpError for the first thing that is not as it must be */
export async function checkImage({ tag, tool: wanted }: Pick<Options, 'tag' | 'tool'>): Promise<void> {
  const tool = wanted && wanted !== 'buildah' ? wanted : ['podman', 'docker'].find(isInstalled)
  if (!tool) throw new SetUpError('--check needs podman or docker to start the image.')
  const bytes = Number(answer(tool, ['image', 'inspect', '--format={{.Size}}', tag]))
  must(bytes <= SIZE_MAX, `The image has ${bytes} bytes, more than ${SIZE_MAX}.`)
  console.log(`Size: ${Math.round(bytes / 1e6)} MB`)

  const bare = ask(tool, ['run', '--rm', '--network=none', ...RESTRICTIONS, '--env=ALLOW_SANDBOX=1', tag])
  must(bare.code === 1 && bare.errors.includes('set DATABASE_URL'), `Without DATABASE_URL it said: ${bare.errors}`)
  console.log('Without DATABASE_URL: refused, and said so')

  const folder = mkdtempSync(join(tmpdir(), 'leadyard-image-check-'))
  const name = `leadyard-check-${process.pid}`
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
  try {
    await checkRunning(tool, name, tag, overTcp(postgres.ownerUrl))
  } finally {
    ask(tool, ['rm', '--force', '--volumes', name])
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The address names a socket in a folder that the container does not see. */
function overTcp(url: string): string {
  const address = new URL(url)
  address.hostname = '127.0.0.1'
  return address.href
}

async function checkRunning(tool: string, name: string, tag: string, databaseUrl: string): Promise<void> {
  const from = performance.now()
  const port = String(await aPort())
  const environment = { DATABASE_URL: databaseUrl, PORT: port, HOST: '127.0.0.1', ALLOW_SANDBOX: '1', DEMO: '0' }
  const names = Object.keys(environment).map((variable) => `--env=${variable}`)
  // Values come through the tool's own environment: arguments show in process lists.
  answer(tool, ['run', '--detach', `--name=${name}`, '--network=host', ...RESTRICTIONS, ...names, tag], environment)
  await untilReady(tool, name, `http://127.0.0.1:${port}/readyz`)
  console.log(`Ready after ${seconds(from)}, with ${RESTRICTIONS.join(' ')}`)

  answer(tool, ['exec', name, NODE, '/app/check-ready.mjs'])
  const wrongPort = ask(tool, ['exec', '--env=PORT=1', name, NODE, '/app/check-ready.mjs'])
  must(wrongPort.code === 1, 'The health check passes although no one answers.')
  console.log('Health check: passes, and fails at a port where no one answers')

  const found = JSON.parse(answer(tool, ['exec', name, NODE, '-e', PROBE]))
  const expected = { user: USER, capabilities: '', noNewPrivileges: '1', writes: ['/data/x', '/tmp/x'] }
  must(JSON.stringify(found) === JSON.stringify(expected), `Its process is not confined: ${JSON.stringify(found)}`)
  console.log(`Confined: ${JSON.stringify(found)}`)

  const page = await fetch(`http://127.0.0.1:${port}/leads`)
  must(page.status === 200 && (await page.text()).includes('<html'), `/leads answered ${page.status}`)
  answer(tool, ['stop', `--time=${STOP_SECONDS}`, name])
  const ended = answer(tool, ['inspect', '--format={{.State.ExitCode}}', name])
  must(ended === '0', `It ended with ${ended} after SIGTERM:\n${logOf(tool, name)}`)
  console.log('Served /leads, and ended with 0 after SIGTERM')
}

async function untilReady(tool: string, name: string, url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    const isRunning = answer(tool, ['inspect', '--format={{.State.Running}}', name]) === 'true'
    must(isRunning && performance.now() < deadline, `It did not get ready:\n${logOf(tool, name)}`)
    await pause(250)
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )

function logOf(tool: string, name: string): string {
  const { output, errors } = ask(tool, ['logs', name])
  return `${output}${errors}`.slice(-4_000)
}

function must(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new SetUpError(otherwise)
}
