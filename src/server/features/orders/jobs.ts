export { retention as jobs } from './retention.ts'
