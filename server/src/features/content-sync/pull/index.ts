export { tablePullJobs } from './pull.jobs.ts'
export { tablePulls } from './pull.service.ts'
