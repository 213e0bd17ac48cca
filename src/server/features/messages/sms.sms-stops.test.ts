import { describe, expect, test } from 'vitest'
import { keywordOf } from './sms.ts'

const keyword = (body: string, optOutType: string | null = null) => keywordOf({ body, optOutType })

describe('a reply to a text', () => {
  test.each([
    'STOP',
    ' stop ',
    'Stop.',
    'STOPALL',
    'unsubscribe',
    'Cancel',
    'quit',
    'end',
    'Opt-out',
    'OPTOUT',
    'opt out',
    'Revoke',
    'STOP ALL',
    'please stop',
    'Please STOP!',
    'stop texting me!',
  ])('stops texts: %s', (body) => {
    expect(keyword(body)).toBe('STOP')
  })

  test.each(['START', 'Unstop', 'yes'])('allows texts again: %s', (body) => {
    expect(keyword(body)).toBe('UNSTOP')
  })

  test.each(['HELP', 'info?'])('asks for help: %s', (body) => {
    expect(keyword(body)).toBe('HELP')
  })

  test.each(['', 'Thank you', 'Do not stop', 'Yes please send more', 'starting tomorrow', 'x'.repeat(1_600)])(
    'has no meaning: %s',
    (body) => {
      expect(keyword(body)).toBeNull()
    },
  )

  test('means what the service says it means, in any language', () => {
    expect(keyword('ALTO', 'STOP')).toBe('STOP')
    expect(keyword('hola', 'START')).toBe('UNSTOP')
    expect(keyword('thanks', 'constructor')).toBeNull()
  })
})
