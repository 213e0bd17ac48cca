/**
 * `npm run places`: writes src/web/build/places.txt, the list that the search reads, from the packages of package.json.
 * Run it after one of them has a new version; a test says if it was forgotten.
 */
import { writeFileSync } from 'node:fs'
import { PLACES_FILE, renderPlaces } from './places/render-places.ts'

writeFileSync(PLACES_FILE, renderPlaces())
