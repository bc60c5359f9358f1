export { copyFilesOf, tableFileJobs } from './table-files.jobs.ts'
export { tableFilesStore } from './table-files.store.ts'
