export { tablePullJobs } from './table-pulls.jobs.ts'
export { tablePulls } from './table-pulls.service.ts'
