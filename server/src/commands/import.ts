/**
 * `npm run import -- FILE [--company ID]`: imports a file from the terminal. While a server holds the data folder the
 * file goes to it over HTTP, with the key that only readers of the folder know; otherwise the import runs here.
 */
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { type IncomingMessage, request as openRequest } from 'node:http'
import { basename, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { parseArgs } from 'node:util'
import { ErrorBody, type ImportResult, routes } from '@tangelo/contract'
import { loadDotEnv, readConfig } from '#platform/config.ts'
import { FolderHeld, type Holder } from '#platform/data-folder.ts'
import { Failure } from '#platform/errors.ts'
import { endWithReader } from '#platform/reader-gone.ts'
import { StartRefused } from '#platform/start-refused.ts'
import { operatorFrom } from '#platform/viewer.ts'
import { describeFirstSignIn, explainAndExit, start } from '../composition/start.ts'

const REFUSED_SHOWN = 20

async function main() {
  endWithReader()
  const { file, companyId } = optionsOf(process.argv.slice(2))
  const path = resolve(process.env.INIT_CWD ?? '.', file)
  await access(path, constants.R_OK).catch(() => {
    throw new StartRefused(`The file ${path} cannot be read: check its name.`)
  })
  loadDotEnv(resolve(import.meta.dirname, '../../../.env'))
  report(await importPath(path, companyId))
}

function optionsOf(args: string[]): { file: string; companyId: number | undefined } {
  const usage = new StartRefused('Say which file: npm run import -- FILE [--company ID].')
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { company: { type: 'string' } },
    })
    const [file, ...others] = positionals
    if (!file || others.length > 0 || (values.company !== undefined && !/^[1-9]\d{0,9}$/.test(values.company)))
      throw usage
    return { file, companyId: values.company === undefined ? undefined : Number(values.company) }
  } catch {
    throw usage
  }
}

async function importPath(path: string, companyId: number | undefined): Promise<ImportResult> {
  try {
    const config = readConfig()
    const { services, close } = await start(config, { importsIn: 'this thread' })
    try {
      const firstSignIn = await services.auth.bootstrap(config.admin)
      if (firstSignIn) process.stdout.write(`\nThis is a new installation.\n${describeFirstSignIn(firstSignIn)}\n`)
      return await services.dataImports.importPath(operatorFrom(null), path, { companyId, fileName: basename(path) })
    } finally {
      await close()
    }
  } catch (error) {
    if (error instanceof FolderHeld && error.holder) return importThroughHolder(error.holder, path, companyId)
    if (error instanceof Failure) throw new StartRefused(error.message)
    throw error
  }
}

async function importThroughHolder(holder: Holder, path: string, companyId: number | undefined): Promise<ImportResult> {
  const form = new FormData()
  form.set('file', await openAsBlob(path), basename(path))
  const query = companyId === undefined ? '' : `?companyId=${companyId}`
  const { status, body } = await postForm(`${holder.address}/api/accounts/import${query}`, holder.key, form)
  if (status >= 300) throw new StartRefused(ErrorBody.parse(body).message)
  return routes.dataImports.create.reply.parse(body)
}

/** Waits as long as the import takes. `fetch` would give up after five minutes, while the server went on. */
async function postForm(address: string, key: string, form: FormData): Promise<{ status: number; body: unknown }> {
  const { headers, body } = new Response(form)
  const request = openRequest(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': headers.get('content-type') ?? '' },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  // The bytes are typed more narrowly by one of the two libraries; they are the same stream.
  const sent = pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), request)
  // A refusal may come before the last byte: the answer says more than the broken connection.
  sent.catch(() => {})
  request.on('error', () => {})
  try {
    const [response] = await answered
    return { status: response.statusCode ?? 0, body: await json(response) }
  } catch (error) {
    throw isCutOff(error) ? new StartRefused(CUT_OFF) : error
  }
}

const CUT_OFF =
  'The server stopped answering. What was stored stays: import the same file again, and it adds what is missing.'

/** The server is gone, or went while it sent its answer. */
const isCutOff = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code))

function report(result: ImportResult) {
  const { accounts, snapshots, posts, refused, refusedCount } = result
  const lines = [
    `Accounts   ${accounts.made} made, ${accounts.matched} matched`,
    `Snapshots  ${snapshots} added`,
    `Posts      ${posts} added or changed`,
    `Refused    ${refusedCount}`,
    ...refused.slice(0, REFUSED_SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`),
  ]
  if (refusedCount > REFUSED_SHOWN) lines.push(`  and ${refusedCount - REFUSED_SHOWN} more`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

await main().catch((error) => {
  if (error instanceof StartRefused) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
  explainAndExit(error)
})
