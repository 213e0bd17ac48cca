/**
 * `npm run places`: writes src/web/build/places.txt, the list that the search reads, and the server's list of ZIP
 * codes, from the packages of `scripts/places/packages/package.json`. Run it after one of them has a new version; the
 * long lane says if it was forgotten.
 */
import { writeFileSync } from 'node:fs'
import { PLACES_FILE, renderPlaces, ZIP_COUNTIES_FILE } from './places/render-places.ts'

const { places, zipCounties } = renderPlaces()
writeFileSync(PLACES_FILE, places)
writeFileSync(ZIP_COUNTIES_FILE, zipCounties)
