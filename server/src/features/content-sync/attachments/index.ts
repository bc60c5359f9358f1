export { copyFilesOf, tableFileJobs } from './attachments.jobs.ts'
export { tableFilesStore } from './attachments.store.ts'
