export { asFailure } from './client.rules.ts'
export { type TableCalls, tableCalls } from './client.service.ts'
