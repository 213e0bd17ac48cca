/** The router requests it together with the county's packages, so no one waits twice. */
export const loadCountyOnSale = () => import('./county-on-sale.tsx').then((file) => ({ default: file.CountyOnSale }))
export const loadCountyStrip = () => import('./county-on-sale.tsx').then((file) => ({ default: file.CountyStrip }))
