export {
  type Push,
  Relinked,
  stillLinked,
  TABLE,
  type TableRecords,
  tableRecords,
  type Walk,
} from './record-state.service.ts'
export { tableRecordsStore } from './record-state.store.ts'
