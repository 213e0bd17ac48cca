import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SETTING_NAMES, saveSettings } from './settings.ts'

test('all settings can be changed at once', () => {
  const changes = SETTING_NAMES.map((name) => ({ name, before: null, after: null }))

  expect(z.safeParse(saveSettings.body, { changes }).error?.issues ?? []).not.toContainEqual(
    expect.objectContaining({ code: 'too_big' }),
  )
})
