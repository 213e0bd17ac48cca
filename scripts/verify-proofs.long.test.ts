/** What buyers check proofs with, as it is built: a page that may talk to no one, and a program in one file. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { zipFiles } from '#server/platform/files/workbook.ts'
import { aFolder } from '#testing/folders.ts'
import { listen } from '#testing/listen.ts'
import { makeProofs, makeProvenLog } from '#testing/proofs.ts'
import { buildVerifier } from './lib/build-verifier.mjs'

const folder = aFolder()
/** Where no package can be found. */
const alone = join(folder, 'verify.mjs')
beforeAll(async () => {
  await buildVerifier(join(folder, 'built'))
  await copyFile(join(folder, 'built', 'verify.mjs'), alone)
})

async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

/** Does not block, because a log may be served from here. */
async function run(...args: string[]): Promise<{ status: number; lines: string[] }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [alone, ...args], { cwd: folder }, (error, stdout, stderr) => {
      expect(stderr).toBe('')
      resolve({ status: Number(error?.code ?? 0), lines: stdout.trimEnd().split('\n') })
    })
  })
}

test('the build is two files', async () => {
  expect((await readdir(join(folder, 'built'))).toSorted()).toEqual(['verify.html', 'verify.mjs'])
})

describe('the program', () => {
  const files = makeProofs({ leads: 3, witnesses: { one: 1_795_788_260 } })
  test('says that proofs hold, lead by lead, and ends with 0', async () => {
    const policy = await put('policy', files.get('policy.txt') ?? '')
    const { status, lines } = await run(await put('good.zip', zipFiles(files)), '--policy', policy)

    expect(status).toBe(0)
    expect(lines[0]).toBe('001.tlog-proof  1 Elm St, Austin, 78701: Slot 1 of 1, order line LY-TEST1234-1, entry 2')
    expect(lines).toContain('All 3 proofs hold.')
    expect(lines).toContain('Not proven:')
  })

  test('finds a changed byte in a proof, and ends with 1', async () => {
    const text = files.get('002.tlog-proof') ?? ''
    const at = text.indexOf('extra ') + 200
    const other = text[at] === 'A' ? 'B' : 'A'
    const changed = new Map([...files, ['002.tlog-proof', text.slice(0, at) + other + text.slice(at + 1)]])
    const { status, lines } = await run(await put('changed.zip', zipFiles(changed)))

    expect(status).toBe(1)
    expect(lines[1]).toMatch(/^002\.tlog-proof {2}DOES NOT HOLD: /)
    expect(lines).toContain('1 of 3 proofs does not hold.')
  })

  test.each([
    ['says that no one else has the slots', () => [], 0, /^- No one else has these slots as of entry 8:/],
    [
      'names a slot that was given again',
      ([, , ...leads]: readonly Uint8Array[]) => leads.slice(0, 2),
      1,
      /sells slot 1 again, which entry 2 has/,
    ],
  ])('reads the whole log and %s', async (_what, grow, status, line) => {
    const { proofs, log } = makeProvenLog({ leads: 3 }, grow)
    const server = createServer((request, response) => response.end(log.get(request.url?.slice('/log/'.length) ?? '')))
    const { url, close } = await listen(server)
    onTestFinished(close)
    const found = await run(await put('logged.zip', zipFiles(proofs)), '--log', `${url}/log/`)

    expect(found.status).toBe(status)
    expect(found.lines.filter((one) => line.test(one))).toHaveLength(1)
  })

  test('says what is wrong with other files and words', async () => {
    expect(await run(join(folder, 'no-such.zip'))).toEqual({
      status: 1,
      lines: [`Nothing is proven: ${join(folder, 'no-such.zip')} cannot be read.`],
    })
    expect((await run(await put('leads.csv', 'Address\n'))).lines[0]).toContain('“leads.csv” is not a file of proofs')
    expect((await run()).status).toBe(2)
    expect((await run('--polizei', 'x')).status).toBe(2)
  })
})

describe('the page', () => {
  test('allows exactly its own script and styles, and no connection', async () => {
    const page = await readFile(join(folder, 'built', 'verify.html'), 'utf8')
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
    const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const [, script] = /<script type="module">([\s\S]*?)<\/script>/.exec(page) ?? []
    const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []

    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "connect-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'img-src data:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
  })

  test('loads no other file', async () => {
    const page = await readFile(join(folder, 'built', 'verify.html'), 'utf8')
    expect(page).not.toMatch(/<(script|img|iframe|link rel="(stylesheet|preload|modulepreload)")[^>]* (src|href)=/)
    expect(page).not.toMatch(/\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\b/)
    expect(page).not.toMatch(/\bimport\s*[("']/)
  })
})
