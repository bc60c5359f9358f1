export { tablePullJobs } from './table-pulls.jobs.ts'
export { type TablePulls, tablePulls } from './table-pulls.service.ts'
export { tablePullsStore } from './table-pulls.store.ts'
