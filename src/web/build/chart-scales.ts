/**
 * The scales that our charts use. They replace everything the chart library knows by name: logarithms, colors and
 * calendars would add 10 KB to every page with a chart. vite.config.ts puts this file where the library asks for
 * `victory-vendor/d3-scale`; a chart that needs another scale must list it here.
 */
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
