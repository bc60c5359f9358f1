/** Server processes that end with the running test, and the empty stores they run on. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type RunningServer, type Settings, startServer } from './server-process.ts'
import { folderOfTest } from './test-folder.ts'
import { emptyPostgres, testEngine } from './test-store.ts'

export const ADMIN_PASSWORD = 'plum jam, two jars'

/** Of an empty database where this run tests PostgreSQL; empty where it tests SQLite. */
export async function databaseUrlOfTest(): Promise<string> {
  if (testEngine === 'sqlite') return ''
  const { url, drop } = await emptyPostgres()
  onTestFinished(drop)
  return url
}

export const settingsOfTest = async (): Promise<Settings> => ({
  DATA_DIR: join(folderOfTest(), 'data'),
  DATABASE_URL: await databaseUrlOfTest(),
})

export async function serverOfTest(settings: Settings, stdout?: number): Promise<RunningServer> {
  const server = await startServer(settings, stdout)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server
}

/** Of a server that starts with `ADMIN_PASSWORD`; `token` is the administrator's. */
export async function startSignedInServer(settings: Settings): Promise<RunningServer & { token: string }> {
  const server = await serverOfTest(settings)
  return { ...server, token: await server.signIn('admin', ADMIN_PASSWORD) }
}
