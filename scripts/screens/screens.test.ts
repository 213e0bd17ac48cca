import { expect, test } from 'vitest'
import { indexPage, pictureName, THEMES, WIDTHS } from './picture.ts'
import { SCREENS } from './screens.ts'

const ALL_PICTURES = SCREENS.flatMap((one) =>
  WIDTHS.flatMap((width) => THEMES.map((theme) => pictureName(one, width, theme))),
)

test('every state has its own pictures, with names that any file system can tell apart', () => {
  expect(new Set(ALL_PICTURES).size).toBe(SCREENS.length * WIDTHS.length * THEMES.length)
  expect(ALL_PICTURES.filter((name) => !/^[a-z0-9-]+\.webp$/.test(name))).toEqual([])
})

test('the index shows every picture that was taken, and lists those that are missing', () => {
  const [lost = '', ...taken] = ALL_PICTURES

  const page = indexPage(SCREENS, new Set(taken))

  expect(taken.filter((name) => !page.includes(`src="${name}"`))).toEqual([])
  expect(page).not.toContain(lost)
  expect(page.match(/\| missing \|/g)).toHaveLength(1)
})
