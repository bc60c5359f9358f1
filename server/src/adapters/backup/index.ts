/** Backups of a store, SQLite or PostgreSQL, with its media in a folder or a bucket: made, judged, put back, tried. */
export { BrokenBackup } from './backup-file.ts'
export { type BackupSource, backupMaker } from './make-backup.ts'
export { bucketTarget, folderTarget } from './media-target.ts'
export { restoreIntoFolder } from './restore-backup.ts'
export { restoreIntoPostgres } from './restore-postgres.ts'
export { tryBackup } from './try-backup.ts'
