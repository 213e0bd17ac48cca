import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/platform/tables.ts', './src/server/features/**/*tables.ts', './src/demo/tables.ts'],
  out: './migrations',
  breakpoints: true,
})
