import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isTwilioSigned } from './sms-gateway.ts'

const URL_TOLD = 'https://example.com/myapp.php?foo=1&bar=2'
const TOKEN = '12345'
const FIELDS = {
  Digits: '1234',
  To: '+18005551212',
  From: '+14158675310',
  Caller: '+14158675310',
  CallSid: 'CA1234567890ABCDE',
}

/** As Twilio's page says it, written out: the address, then CallSid, Caller, Digits, From, To with their values. */
const SIGNED_TEXT = `${URL_TOLD}CallSidCA1234567890ABCDECaller+14158675310Digits1234From+14158675310To+18005551212`
const sign = (text: string, token = TOKEN) => createHmac('sha1', token).update(text).digest('base64')
const SIGNATURE = sign(SIGNED_TEXT)

const check = (options: { url?: string; fields?: Record<string, string>; signature?: string | undefined } = {}) => {
  const { url = URL_TOLD, fields = FIELDS } = options
  return isTwilioSigned(TOKEN, url, new URLSearchParams(fields), 'signature' in options ? options.signature : SIGNATURE)
}

test('a signature of the SMS service is valid for this URL and these fields in any order', () => {
  expect(check()).toBe(true)
  expect(check({ fields: Object.fromEntries(Object.entries(FIELDS).reverse()) })).toBe(true)
})

test('a signature of the SMS service counts a repeated value once, as Twilio’s own check does', () => {
  const fields = new URLSearchParams('B=2&A=1&B=1&B=2')

  expect(isTwilioSigned(TOKEN, 'https://a.example/x', fields, sign('https://a.example/xA1B1B2'))).toBe(true)
})

test.each([
  ['https://a.example:8443/x', 'https://a.example/x'],
  ['https://a.example/x', 'https://a.example:443/x'],
  ['https://a.example:443/x', 'https://a.example/x'],
  ['http://a.example:8080/x', 'http://a.example/x'],
  ['http://a.example/x?y=:80', 'http://a.example:80/x?y=:80'],
])('a signature for %s may be made for %s, because the service treats ports inconsistently', (url, signed) => {
  const fields = new URLSearchParams({ A: '1' })

  expect(isTwilioSigned(TOKEN, url, fields, sign(`${url}A1`))).toBe(true)
  expect(isTwilioSigned(TOKEN, url, fields, sign(`${signed}A1`))).toBe(true)
  expect(isTwilioSigned(TOKEN, url, fields, sign(`${signed.replace(/e(:\d+)?\//, 'e:8444/')}A1`))).toBe(false)
})

test.each([
  ['another address', { url: URL_TOLD.replace('foo=1', 'foo=2') }],
  ['another host', { url: URL_TOLD.replace('example.com', 'example.org') }],
  ['no query', { url: 'https://example.com/myapp.php' }],
  ['an edited field', { fields: { ...FIELDS, From: '+14158675311' } }],
  ['one field more', { fields: { ...FIELDS, Body: 'START' } }],
  ['one field less', { fields: { Digits: '1234' } }],
  ['no signature', { signature: undefined }],
  ['an empty signature', { signature: '' }],
  ['half a signature', { signature: SIGNATURE.slice(0, 14) }],
  ['a longer signature', { signature: `${SIGNATURE}AAAA` }],
  ['a signature with another token', { signature: sign(SIGNED_TEXT, '12346') }],
  ['words', { signature: 'let me in' }],
])('a signature of the SMS service is invalid for %s', (_what, change) => {
  expect(check(change)).toBe(false)
})
