/** One per line: the short form, a space, what it stands for. */
const pairs = (list: string): Map<string, string> =>
  new Map(
    list
      .trim()
      .split(/\s*\n\s*/)
      .map((line): [string, string] => {
        const [short = '', ...rest] = line.split(' ')
        return [short, rest.join(' ')]
      }),
  )

/** What people call a city, without spaces, and its name with the state. */
export const SHORT_FORMS: ReadonlyMap<string, string> = pairs(`
  abq albuquerque nm
  atl atlanta ga
  bmore baltimore md
  chitown chicago il
  cincy cincinnati oh
  dade miami dade fl
  dc washington dc
  indy indianapolis in
  jax jacksonville fl
  kc kansas city mo
  kck kansas city ks
  kcmo kansas city mo
  la los angeles ca
  nola new orleans la
  ny new york city ny
  nyc new york city ny
  okc oklahoma city ok
  pdx portland or
  philly philadelphia pa
  sanfran san francisco ca
  satx san antonio tx
  sf san francisco ca
  slc salt lake city ut
  stl saint louis mo
  vegas las vegas nv
`)

/** What people write for a state besides its name and its postal code. */
export const STATE_SHORT_FORMS: ReadonlyMap<string, string> = pairs(
  `ala AL, ariz AZ, ark AR, cal CA, cali CA, calif CA, colo CO, conn CT, del DE, fla FL, ill IL, ind IN, kan KS, kans KS,
  mass MA, mich MI, minn MN, miss MS, mont MT, neb NE, nebr NE, nev NV, okla OK, ore OR, oreg OR, penn PA, penna PA,
  tenn TN, tex TX, wash WA, wis WI, wisc WI, wyo WY`.replaceAll(/,\s+/g, '\n'),
)
