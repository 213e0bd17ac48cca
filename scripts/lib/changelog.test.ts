import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { findRelease } from './changelog.ts'

const TEXT =
  '# Changes\n\n## 1.1.0\n\n- New.\n\n## 1.0.0 (2026-03-01)\n\n- First.\n- Second.\n\n## 0.9.0 (2026-01-01)\n\n'

test('a section has notes, and a date once it is released', () => {
  expect(findRelease(TEXT, '1.1.0')).toEqual({ date: null, notes: '- New.' })
  expect(findRelease(TEXT, '1.0.0')).toEqual({ date: '2026-03-01', notes: '- First.\n- Second.' })
})

test.each(['1.1', '2.0.0', '0.9.0'])('there is nothing of %s', (version) => {
  expect(findRelease(TEXT, version)).toBeNull()
})

test('CHANGELOG.md has a section for the version of package.json', () => {
  const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  expect(findRelease(changelog, manifest.version)).not.toBeNull()
})
