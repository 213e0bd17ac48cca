/** Fictional buyers: invented names, addresses at example.com, phone numbers reserved for fiction. */

/** Repeatable random numbers, so two people who talk about the demo see the same store. */
export interface Random {
  next(): number
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Picks an item by weight: `[['email', 3], ['sms', 1]]` gives email three times out of four. */
  weighted<Item>(choices: readonly (readonly [Item, number])[]): Item
  letters(count: number, alphabet?: string): string
}

const ID_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Creates a random number generator from a seed (mulberry32: tiny, and good enough for a demo; never for secrets). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
  return {
    next,
    pick,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of choices) {
        left -= weight
        if (left < 0) return item
      }
      return pick(choices)[0]
    },
    letters: (count, alphabet = ID_LETTERS) => Array.from({ length: count }, () => pick([...alphabet])).join(''),
  }
}

export interface Buyer {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
}

export const listOf = (text: string): string[] => text.trim().split(/\s+/)

const FIRST = listOf(`
  Alma Bruno Carla Desmond Elena Felix Grace Hector Imani Jonas Keiko Luis Maya Nolan Olive Priya Quentin Rosa Samir
  Tessa
`)
const LAST = listOf(`
  Abbott Barrow Calder Dunmore Ellery Farrow Garland Hollis Ingram Jessop Kessler Lowell Marlowe Norwood Okafor
  Prescott Quimby Renner Salazar Thorne
`)
const FIRMS = ['Home Buyers', 'Property Group', 'Investments', 'Realty', 'Acquisitions', 'Holdings'] as const

/** Makes people who come back: the same name always has the same address and phone number. */
export function makeBuyers(random: Random, count: number): Buyer[] {
  return Array.from({ length: count }, (_, index) => {
    const first = random.pick(FIRST)
    const last = random.pick(LAST)
    return {
      fullName: `${first} ${last}`,
      email: `${first}.${last}.${index + 1}@example.com`.toLowerCase(),
      businessName: random.next() < 0.45 ? `${last} ${random.pick(FIRMS)}` : null,
      // 555-0100 to 555-0199 are reserved for fiction.
      cellPhone: random.next() < 0.7 ? `(512) 555-01${String(random.between(0, 99)).padStart(2, '0')}` : null,
    }
  })
}
