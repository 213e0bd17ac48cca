import { expect, test } from 'vitest'
import { fillText, readRichText, unknownFact } from './rich-text.ts'

test('headings, paragraphs, lists, bold and links are read as what they are', () => {
  const text = '# One\n\nTwo **three**\nand [four](/refunds).\n\n- five\n- six\n1. seven\n### Eight'
  expect(readRichText(text)).toEqual([
    { kind: 'heading', content: [{ kind: 'text', text: 'One' }] },
    {
      kind: 'paragraph',
      content: [
        { kind: 'text', text: 'Two ' },
        { kind: 'bold', text: 'three' },
        { kind: 'text', text: ' and ' },
        { kind: 'link', text: 'four', href: '/refunds' },
        { kind: 'text', text: '.' },
      ],
    },
    { kind: 'list', isNumbered: false, items: [[{ kind: 'text', text: 'five' }], [{ kind: 'text', text: 'six' }]] },
    { kind: 'list', isNumbered: true, items: [[{ kind: 'text', text: 'seven' }]] },
    { kind: 'subheading', content: [{ kind: 'text', text: 'Eight' }] },
  ])
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'http://plain.example',
  '//evil.example',
  '/\\evil.example',
  'https://a"onclick=x',
  '<script>alert(1)</script>',
])('%s is never the address of a link', (href) => {
  const text = `[press](${href})`
  expect(readRichText(text)).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text }] }])
})

test('a text that is all marks is read in no time', () => {
  for (const mark of ['[', '**', '](', '[a](', '{{', '- ', '# ', '**a'])
    expect(readRichText(fillText(mark.repeat(20_000), {})).length).toBeGreaterThan(0)
})

test('facts are filled in, a line with an empty one is left out, and nothing else counts as a fact', () => {
  const facts = { days: '14 days', phone: '' }
  expect(fillText('Within {{days}}.\nCall {{phone}}.\n{{toString}} {{x}}', facts)).toBe(
    'Within 14 days.\n{{toString}} {{x}}',
  )
  expect([unknownFact('{{days}} {{phone}}', facts), unknownFact('{{toString}}', facts)]).toEqual([
    undefined,
    'toString',
  ])
})
