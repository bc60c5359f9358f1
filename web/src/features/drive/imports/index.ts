/** What other rooms may use of the drive. Pages import components directly. */
export { isDriveLoading, refreshDrive } from './queries.ts'
