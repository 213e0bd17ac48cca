/** Builds a page with its title and source. */
export function page(title: string, source: string, ...parts: string[]): string {
  return `${[`# ${title}`, `Generated from ${source}. Do not edit: change the code, then run \`npm run docs\`.`, ...parts].join('\n\n')}\n`
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const code = (text: string): string => `\`${text}\``
