export { isDriveLoading, refreshDrive } from './imports/queries.ts'
