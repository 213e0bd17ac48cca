import { geoPath } from 'd3-geo'

type Points = [number, number][]

/** A path without a projection measures in the plane itself. */
const plane = geoPath()
const polygon = (points: Points) => ({ type: 'Polygon' as const, coordinates: [points] })

/** In square units, whichever way the ring turns. */
export function polygonArea(points: Points): number {
  return points.length === 0 ? 0 : Math.abs(plane.area(polygon(points)))
}

/** The center of mass. */
export function polygonCenter(points: Points): [number, number] {
  return plane.centroid(polygon(points))
}
