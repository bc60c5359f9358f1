export { tableWrites } from './push.service.ts'
