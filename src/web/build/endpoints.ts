import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const CONTRACT = resolve(import.meta.dirname, '../../contract')

/**
 * Builds the web side without the schemas of the endpoints that it calls. Only the server needs them, and a first paint
 * would wait for them and for the schema library: a module gets its endpoints' methods and paths instead.
 */
export function bareEndpoints(): Plugin {
  return {
    name: 'bare-endpoints',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/web\/.*\.tsx?$/, code: '#contract/' },
      handler: (code) => ({ code: withBareEndpoints(code), map: null }),
    },
  }
}

/** The values of a contract file by the way they are written; its types and schemas begin with one large letter. */
const VALUE = /(?:[a-z]\w*|[A-Z][A-Z\d_]+)\b/.source

// A type must not remain: with it, the file would count as one that this module needs, and join its chunk.
function withBareEndpoints(code: string): string {
  return code
    .replace(/^import \{([^}]+)\} from '#contract\/([^']+)'/gm, (_, names: string, file: string) => {
      const bare = bareEndpointsOf(file)
      const values = names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
      const rest = values.filter((name) => !bare.has(name))
      const constants = values.filter((name) => bare.has(name)).map((name) => `const ${name} = ${bare.get(name)}`)
      return [...(rest.length > 0 ? [`import {${rest}} from '#contract/${file}'`] : []), ...constants].join(';')
    })
    .replace(/^import \* as (\w+) from '#contract\/([^']+)'/gm, (_, space: string, file: string) => {
      const bare = bareEndpointsOf(file)
      const used = code.matchAll(new RegExp(`(?<!typeof |/)\\b${space}\\.(${VALUE})`, 'g'))
      const names = [...new Set(Array.from(used, ([, name = '']) => name))]
      const values = names.map((name) => `${name}: ${bare.get(name) ?? `${space}_.${name}`}`)
      const rest = names.every((name) => bare.has(name)) ? '' : `import * as ${space}_ from '#contract/${file}';`
      return `${rest}const ${space} = {${values}}`
    })
}

/** The endpoints of a contract file by name, each with its method and path. */
function bareEndpointsOf(file: string): Map<string, string> {
  const code = readFileSync(resolve(CONTRACT, file), 'utf8')
  const endpoints = code.matchAll(/^export const (\w+) = defineEndpoint\(\s*'\w+',\s*('\w+'),\s*('[^']+')/gm)
  return new Map(Array.from(endpoints, ([, name = '', method, path]) => [name, `{ method: ${method}, path: ${path} }`]))
}
