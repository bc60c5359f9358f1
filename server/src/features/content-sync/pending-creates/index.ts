export { type TableMakings, tableMakings } from './pending-creates.service.ts'
