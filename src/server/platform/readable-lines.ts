/** Log lines for a person at a terminal: time, level, message, and the fields behind it, in color. */
import type { LogDestination } from './log-destination.ts'

const LEVELS: Readonly<Record<number, [name: string, color: number]>> = {
  10: ['trace', 90],
  20: ['debug', 90],
  30: ['info', 32],
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 35],
}

const paint = (color: number, text: string) => `\u001b[${color}m${text}\u001b[0m`

/** Returns a JSON line as people read it; anything else as it is. */
export function readableLine(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line)
  } catch {
    return line
  }
  const { level, time, msg, err, ...fields } = entry
  const [name, color] = LEVELS[Number(level)] ?? ['log', 37]
  const clock = typeof time === 'string' ? time.slice(11, 19) : ''
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
  const stack = err && typeof err === 'object' && 'stack' in err ? `\n  ${String(err.stack)}` : ''
  return `${paint(90, clock)} ${paint(color, name.padEnd(5))} ${msg} ${paint(90, rest)}${stack}\n`
}

/** Returns a destination that makes lines readable before it passes them on. */
export const readableLines = (destination: LogDestination): LogDestination => ({
  write: (line) => destination.write(readableLine(line)),
})
