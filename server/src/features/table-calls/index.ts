export { asFailure } from './table-calls.rules.ts'
export { type TableCalls, tableCalls } from './table-calls.service.ts'
