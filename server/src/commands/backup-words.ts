/** What the commands for backups print, and how they find their file. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newestBackupIn, type Places } from '#platform/data-folder.ts'
import { StartRefused } from '#platform/start-refused.ts'
import type { BackupContents } from '#ports/backups.ts'

/** The one file that was named, seen from where the person stands. Throws `StartRefused`. */
export function fileToUse(args: string[], usage: string): string {
  const refused = new StartRefused(`Say which file: ${usage}.`)
  try {
    const { positionals } = parseArgs({ args, allowPositionals: true })
    const [file, ...others] = positionals
    if (!file || others.length > 0) throw refused
    return resolve(process.env.INIT_CWD || '.', file)
  } catch {
    throw refused
  }
}

/** A path as a shell takes it for one word. */
export const quotePath = (path: string): string =>
  /^[\w./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`

const UNITS = ['KB', 'MB', 'GB', 'TB']

/** '1.4 MB'. */
export function inWords(bytes: number): string {
  let value = bytes / 1000
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}

export const mediaInWords = ({ mediaFiles, mediaBytes }: BackupContents) =>
  `${mediaFiles.toLocaleString('en-US')} ${mediaFiles === 1 ? 'file' : 'files'} of pictures, videos and answers, ${inWords(mediaBytes)}`

/** A line where something is missing; nothing otherwise. */
export const missingInWords = ({ mediaMissing }: BackupContents): string[] =>
  mediaMissing === 0
    ? []
    : [
        `  ${mediaMissing.toLocaleString('en-US')} ${mediaMissing === 1 ? 'file' : 'files'} that the store names ${mediaMissing === 1 ? 'was' : 'were'} not in the bucket`,
      ]

/** One sentence: what is wrong with the SQLite file, and what puts it right. */
export function explainDamage(cause: string, { databasePath, backupsPath }: Where): string {
  const newest = newestBackupIn(backupsPath)
  const nextStep =
    newest === null
      ? `there is no backup in ${backupsPath}, so put back one that was kept elsewhere with npm run restore -- FILE`
      : `stop tangelo and put back the newest backup with npm run restore -- ${quotePath(newest)}`
  return `The database ${databasePath} is damaged or is not a database of tangelo (${cause}): ${nextStep}.`
}

type Where = Pick<Places, 'databasePath' | 'backupsPath'>
