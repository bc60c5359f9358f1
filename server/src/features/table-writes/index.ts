export { tableWrites } from './table-writes.service.ts'
