/** Every sentence about backups. */
import type { Backups } from './queries.ts'

export const texts = {
  title: 'Backups',
  note: 'Each is one verified file with the database and all media, saved in the data folder of the node that makes it. Copy them to another machine.',
  caption: 'Backups',
  loading: 'Loading the backups...',
  failed: 'The backups could not be loaded',
  empty: 'There is no backup yet. Make one now, or in the terminal: npm run backup -- FILE',
  make: 'Back up now',
  making: 'Backing up...',
  progress: 'Backup progress',
  makeFailed: 'The backup could not be started',
  lastFailed: (cause: string) => `The last backup failed: ${cause}`,
  done: 'The backup is done.',
  kinds: {
    whole: 'Store and media',
    store: 'Store, before a change',
  } satisfies Record<Backups['files'][number]['kind'], string>,
  restore: 'To restore one, stop tangelo and run in the terminal:',
  restoreCommand: 'npm run restore -- FILE',
  key: 'Settings in .env and the file encryption.key are in no backup. Keep them apart, as safe as a password. Nor are the folders of pictures for reels: copy them, too.',
} as const
