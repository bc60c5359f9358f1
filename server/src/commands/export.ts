/**
 * `npm run export -- months [--to FOLDER]`: closed months of snapshots and of readings of posts as Parquet, into the bucket where there
 * is one, or into a folder. Months that have not changed since stay. Runs beside servers, and by a timer of the machine.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UnknownMonths } from '#features/analytics/index.ts'
import { loadDotEnv } from '#platform/config.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { monthExportOf, monthFilesAt } from '../composition/month-export.ts'
import { openBeside } from '../composition/open-store.ts'
import { explainAndExit } from '../composition/start.ts'

const usage = new StartRefused('Say what: npm run export -- months [--to FOLDER].')

async function main() {
  endWithReader()
  const to = folderOf(process.argv.slice(2))
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  const { config, database, places } = await openBeside()
  // The rows are read on connections of their own.
  await database.close()
  const files = monthFilesAt(to ?? (config.s3 ? 'bucket' : resolve(places.path, 'months')), config)
  const { written, kept, removed } = await monthExportOf(database.location, files, places)
    .run(({ table, month, rows, files: parts }) => {
      const several = parts > 1 ? `, in ${parts} files` : ''
      process.stdout.write(`  ${table} ${month}: ${rows.toLocaleString('en-US')} rows${several}\n`)
    })
    .catch((error: unknown) => {
      const isMeant = error instanceof UnknownMonths || (error instanceof Error && error.name === 'S3Failure')
      throw isMeant ? new StartRefused(error.message) : error
    })
  const gone = removed > 0 ? `, ${removed} removed that are empty now` : ''
  process.stdout.write(`Exported to ${files.place}: ${written.length} months written, ${kept} as they were${gone}\n`)
}

function folderOf(args: string[]): string | null {
  try {
    const { values, positionals } = parseArgs({ args, options: { to: { type: 'string' } }, allowPositionals: true })
    if (positionals.length !== 1 || positionals[0] !== 'months') throw usage
    return values.to === undefined ? null : resolve(process.env.INIT_CWD || '.', values.to)
  } catch {
    throw usage
  }
}

await main().catch(explainAndExit)
