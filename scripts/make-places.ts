/**
 * Writes src/web/build/places.txt, the list that the search reads, from the packages of package.json; run it after one
 * of them has a new version: `npm run places`. `-- --check` compares and fails if they differ.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { PLACES_FILE, renderPlaces } from './places/render-places.ts'

const text = renderPlaces()
if (!process.argv.includes('--check')) writeFileSync(PLACES_FILE, text)
else if (readFileSync(PLACES_FILE, 'utf8') !== text) {
  console.error('src/web/build/places.txt differs from what its packages say. Run: npm run places')
  process.exitCode = 1
}
