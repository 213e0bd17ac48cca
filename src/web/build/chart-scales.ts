/**
 * The scales that charts of ours use, in the place of all that the chart library knows by name: logarithms, colors and
 * calendars would be 10 KB of every page with a chart. vite.config.ts puts this file where the library asks for
 * `victory-vendor/d3-scale`; a chart with another scale has to name it here.
 */
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
