/** Backups of a SQLite store and the media in the data folder: made, judged, put back. */
export { BrokenBackup } from './backup-file.ts'
export { type BackupLocation, backupMaker } from './make-backup.ts'
export { restoreBackup } from './restore-backup.ts'
