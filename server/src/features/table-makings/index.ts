export { type TableMakings, tableMakings } from './table-makings.service.ts'
