import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { inRoot, NODE, NODE_MODULES, ROOT } from './paths.mjs'

/**
 * The result of one step of `npm test`. `report` is what a person must read if something failed. `failures` names each
 * failed test with the start of its error, to be repeated at the end of the run, because the first ones have scrolled
 * away by then. Other failures are only in the report.
 */
/** @typedef {{ passed: number, failed: number, report?: string, failures?: string[] }} Outcome */

/** Lines of a failed test's error that are repeated at the end of the run. */
const ERROR_LINES = 6

/** How a check begins its output if it could not ask whom it must ask. It then counts as neither passed nor failed. */
export const NOT_CHECKED = 'Not checked'

/** A pipe gets no colors unless told that a person reads it. */
const COLOR = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}

/**
 * Runs a check that passes or fails as a whole and counts as one test. Its output is shown only if it fails.
 * @param {string[]} args Node's arguments; the first is the tool's file, and a missing file is a failure
 * @returns {Promise<Outcome>}
 */
export async function check(args) {
  if (!existsSync(inRoot(args[0]))) return { passed: 0, failed: 1, report: `${args[0]} is missing.` }
  const chunks = []
  const child = spawnNode(args, 'pipe')
  child.stdout.on('data', (chunk) => chunks.push(chunk))
  child.stderr.on('data', (chunk) => chunks.push(chunk))
  const code = await ending(child)
  const output = Buffer.concat(chunks).toString('utf8').trim()
  if (code === 0 && output.startsWith(NOT_CHECKED)) return { passed: 0, failed: 0, report: output }
  if (code === 0) return { passed: 1, failed: 0 }
  return { passed: 0, failed: 1, report: `${output}\n(ended with ${code})` }
}

/**
 * Runs one Vitest project, passes its output on line by line, so that two can run at once, and counts tests from
 * Vitest's own report. Also counts what Vitest does not count as a failed test: a file that could not be loaded, an
 * error outside every test, and, if all tests were requested, a skipped test.
 * @param {string} project
 * @param {{ args: string[], env?: Record<string, string> }} options args: Vitest's, such as a filter
 * @returns {Promise<Outcome>}
 */
export async function vitest(project, { args, env = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'leadyard-report-'))
  try {
    const file = join(folder, 'report.json')
    const options = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    // Options without a path, such as `-t`, may match tests of only one project.
    if (args.length > 0) options.push('--passWithNoTests')
    const child = spawnNode(['node_modules/vitest/vitest.mjs', ...options, ...args], 'pipe', { ...COLOR, ...env })
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => console.log(line))
    const code = await ending(child)
    if (!existsSync(file)) return { passed: 0, failed: 1, report: `Vitest ended with ${code} and left no report.` }
    return outcomeOf(JSON.parse(readFileSync(file, 'utf8')), { code, isWhole: args.length === 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function outcomeOf(report, { code, isWhole }) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const skipped = isWhole ? report.numPendingTests + report.numTodoTests : 0
  const reasons = broken.map(({ name, message }) => `${name} could not be loaded: ${message}`)
  if (skipped > 0)
    reasons.push(`${skipped} tests were skipped. A test that may be skipped proves nothing: mend or remove it.`)
  let failed = report.numFailedTests + broken.length + skipped
  if (isWhole && report.numTotalTests === 0) {
    failed += 1
    reasons.push('Vitest found no tests at all.')
  } else if (failed === 0 && code !== 0) {
    failed = 1
    reasons.push(`Vitest ended with ${code} although every test passed; its output above says why.`)
  }
  return { passed: report.numPassedTests, failed, report: reasons.join('\n'), failures: failuresOf(report) }
}

function failuresOf(report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const lines = failureMessages.join('\n').split('\n')
        const error = lines.filter((line) => !line.includes('node_modules')).slice(0, ERROR_LINES)
        return [`${relative(ROOT, name)} > ${fullName}`, ...error].join('\n    ')
      }),
  )
}

function spawnNode(args, output, env = {}) {
  // Tests start hundreds of stores and threads. Keeping compiled code saves some of them a fifth of the time.
  const kept = { NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache', 'compile') }
  return spawn(NODE, args, { cwd: ROOT, env: { ...kept, ...process.env, ...env }, stdio: ['ignore', output, output] })
}

function ending(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal))
  })
}
