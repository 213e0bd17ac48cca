/** The places of the catalog, to choose from. */
import { useQuery } from '@tanstack/react-query'
import { listCounties, listStates } from '#contract/catalogue/catalogue.ts'
import { query } from './call-api.ts'

/** The names of the states. */
export const useStates = () => useQuery(query(listStates))

/** The names of a state's counties; asks nothing while no state is chosen. */
export const useCounties = (state: string) => useQuery({ ...query(listCounties, { state }), enabled: state !== '' })
