/** Fictional buyers: invented names, addresses at example.com, phone numbers reserved for fiction. */
import type { Random } from './random.ts'

export interface Buyer {
  fullName: string
  email: string
  businessName: string | null
  cellPhone: string | null
}

const FIRST = [
  'Alma',
  'Bruno',
  'Carla',
  'Desmond',
  'Elena',
  'Felix',
  'Grace',
  'Hector',
  'Imani',
  'Jonas',
  'Keiko',
  'Luis',
  'Maya',
  'Nolan',
  'Olive',
  'Priya',
  'Quentin',
  'Rosa',
  'Samir',
  'Tessa',
] as const
const LAST = [
  'Abbott',
  'Barrow',
  'Calder',
  'Dunmore',
  'Ellery',
  'Farrow',
  'Garland',
  'Hollis',
  'Ingram',
  'Jessop',
  'Kessler',
  'Lowell',
  'Marlowe',
  'Norwood',
  'Okafor',
  'Prescott',
  'Quimby',
  'Renner',
  'Salazar',
  'Thorne',
] as const
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
