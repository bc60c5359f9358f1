export {
  type Push,
  Relinked,
  stillLinked,
  TABLE,
  type TableRecords,
  tableRecords,
  type Walk,
} from './table-records.service.ts'
export { tableRecordsStore } from './table-records.store.ts'
