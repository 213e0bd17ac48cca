import { expect, test } from 'vitest'
import { type SettingName, settingProblem } from './settings.ts'

test.each<[SettingName, string]>([
  ['vipGroupUrl', 'javascript:alert(1)'],
  ['vipGroupUrl', 'https://example.com/"><script>'],
  ['refundRule', '<img src=x onerror=alert(1)>'],
  ['supportPhone', 'call me'],
  ['supportPhone', '5125550100<b>'],
  ['postalAddress', 'a\u2028b'],
])('%s cannot be %j', (name, value) => {
  expect(settingProblem(name, value)).toMatch(/\.$/)
})

test.each<[SettingName, string]>([
  ['vipGroupUrl', 'https://example.com/vip?v=2'],
  ['supportPhone', '(512) 555-0100'],
  ['supportPhone', '+1 512-555-0100 x 12'],
])('%s can be %j', (name, value) => {
  expect(settingProblem(name, value)).toBeUndefined()
})
