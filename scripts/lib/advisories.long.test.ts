import { describe, expect, test } from 'vitest'
import { judgeFindings, readFindings } from './advisories.ts'

const ADVISORY = 'https://github.com/advisories/GHSA-0000-0000-0001'
const via = (severity: string, name = 'fastify') => ({ name, url: ADVISORY, title: 'Reads too much', severity })
const FINDING = { package: 'fastify', advisory: ADVISORY, title: 'Reads too much', severity: 'high' }
const EXCEPTION = { advisory: ADVISORY, package: 'fastify', why: 'We never call it.', until: '2026-12-31' }

describe('the findings of npm audit', () => {
  test('name each advisory once, not the packages that use it', () => {
    const answer = { vulnerabilities: { fastify: { via: [via('high')] }, store: { via: ['fastify', via('high')] } } }
    expect(readFindings(answer)).toEqual([FINDING])
  })

  test.each(['info', 'low'])('leave out those of severity %s', (severity) => {
    expect(readFindings({ vulnerabilities: { fastify: { via: [via(severity)] } } })).toEqual([])
  })

  test.each([null, {}, { message: '405 Method Not Allowed' }, { error: { code: 'ENOAUDIT' } }])(
    'are not read from %j',
    (answer) => {
      expect(() => readFindings(answer)).toThrow('no answer')
    },
  )
})

describe('a finding', () => {
  test('must be dealt with, unless an exception explains it', () => {
    expect(judgeFindings([FINDING], [], '2026-12-01')).toEqual([`fastify (high): Reads too much. ${ADVISORY}`])
    expect(judgeFindings([FINDING], [EXCEPTION], '2026-12-31')).toEqual([])
  })

  test('must be dealt with once the exception has ended', () => {
    expect(judgeFindings([FINDING], [EXCEPTION], '2027-01-01')).toHaveLength(1)
  })

  test('of another package is not explained, and an exception that fits nothing is named', () => {
    const other = { ...FINDING, package: 'pg' }
    expect(judgeFindings([other], [EXCEPTION], '2026-12-01')).toEqual([
      `pg (high): Reads too much. ${ADVISORY}`,
      `fastify: the exception for ${ADVISORY} fits nothing. Remove it.`,
    ])
  })
})
