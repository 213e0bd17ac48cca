/** A county's page comes after the first paint; the router asks for it beside the county's packages, so nobody waits twice. */
export const loadCountyOnSale = () => import('./county-on-sale.tsx').then((file) => ({ default: file.CountyOnSale }))
