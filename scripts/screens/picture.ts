/** Names the pictures, and writes the page that shows them all. */
import type { Screen } from './screen.ts'

export const WIDTHS = [375, 1440] as const
export const THEMES = ['light', 'dark'] as const
export type Width = (typeof WIDTHS)[number]
export type Theme = (typeof THEMES)[number]

/** `leads-county-375-dark.webp` */
export const pictureName = ({ screen, state }: Pick<Screen, 'screen' | 'state'>, width: Width, theme: Theme): string =>
  `${screen}-${state}-${width}-${theme}.webp`

/** How wide a picture is in the table; a click shows it in full. */
const SHOWN_PX: Readonly<Record<Width, number>> = { 375: 150, 1440: 300 }

/** Writes screens/README.md: one table per screen, one line per state. @param taken the pictures that exist */
export function indexPage(screens: readonly Screen[], taken: ReadonlySet<string>): string {
  const names = [...new Set(screens.map(({ screen }) => screen))]
  return `# Screens

Every screen of the store, of its payment links and of the sales team, in every state, on a phone (375 px) and a desktop
(1440 px), in both themes. Written by \`npm run screens\`; do not edit. \`npm run screens -- cart\` takes only those whose name
contains the word. Each line below is a line in \`scripts/screens/screens*.ts\`. Times, countdowns, order numbers and tokens
are replaced by fixed ones.

${names.map((name) => section(name, screens, taken)).join('\n')}`
}

function section(name: string, screens: readonly Screen[], taken: ReadonlySet<string>): string {
  const variants = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))
  const head = ['state', ...variants.map(({ width, theme }) => `${width} ${theme}`)]
  const lines = screens
    .filter(({ screen }) => screen === name)
    .map((one) => [
      `**${one.state}**: ${one.shows}`,
      ...variants.map(({ width, theme }) => {
        const file = pictureName(one, width, theme)
        const alt = `${name}, ${one.state}, ${width} px, ${theme}`
        return taken.has(file)
          ? `<a href="${file}"><img src="${file}" width="${SHOWN_PX[width]}" alt="${alt}"></a>`
          : 'missing'
      }),
    ])
  return `## ${name}\n\n${[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`
}
