import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/server/platform/database/tables.ts', './src/server/features/**/*tables.ts', './src/demo/tables.ts'],
  out: './migrations',
  breakpoints: true,
})
