/** The dashboard and the alert rules name metrics that exist, and runbook sections that exist. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { withStore } from '#testing/with-store.ts'

/** Words of PromQL that are not metrics. */
const LANGUAGE = new Set(
  'sum rate increase max min abs by and or on le topk histogram_quantile min_over_time status route state figure instance timer'.split(
    ' ',
  ),
)
/** Made by Prometheus itself: whether the last scrape worked. */
const OF_PROMETHEUS = 'up'

const store = withStore()
let shown: Set<string>
beforeAll(async () => {
  await store.app.server.inject('/api/states')
  const { body } = await store.app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  shown = new Set(body.split('\n').flatMap((line) => /^(?:# TYPE )?([a-z]\w*)[ {]/.exec(line)?.[1] ?? []))
})

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Returns the names of metrics in an expression: what is left without labels' values, durations and the language. */
function metricsOf(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}/g, '').replace(/\[[^\]]*\]/g, '')
  return (bare.match(/[a-z_]\w*/g) ?? []).filter((word) => !LANGUAGE.has(word) && !/^e\d*$/.test(word))
}

const expressionsOfAlerts = (text: string) => [...text.matchAll(/expr: \|-\n\s+(.*)/g)].map(([, found]) => found ?? '')

async function expressionsOfDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await read('deploy/grafana/leadyard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-')

test.each([
  ['alerts', async () => expressionsOfAlerts(await read('deploy/alerts.yaml'))],
  ['dashboard', expressionsOfDashboard],
])('every metric of the %s is one that /metrics shows', async (_, readExpressions) => {
  const names = (await readExpressions()).flatMap(metricsOf)

  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => name !== OF_PROMETHEUS && !shown.has(name))).toEqual([])
})

test('every alert says how bad it is, for how long it waits, and where its runbook is', async () => {
  const alerts = (await read('deploy/alerts.yaml')).split('- alert: ').slice(1)

  for (const alert of alerts) {
    expect(alert).toMatch(/\n\s+for: \d+m\n/)
    expect(alert).toMatch(/\n\s+severity: (page|ticket)\n/)
    const [, path = '', anchor = ''] = /runbook_url: (\S+\.md)#(\S+)/.exec(alert) ?? []
    const headings = [...(await read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
    expect(headings, alert.split('\n', 1)[0]).toContain(anchor)
  }
})

test('the figures are those of the store', async () => {
  const { body } = await store.app.server.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })

  expect(body).toContain('store_ready{figure="node"} 1')
  expect(body).toContain('stock_faults{figure="packages"} 0')
  expect(body).toMatch(/job_queue\{figure="failed"\} \d/)
  expect(body).toMatch(/clock_ahead_seconds\{figure="database"\} -?\d/)
})
