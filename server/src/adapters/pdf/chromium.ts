/**
 * Prints with a Chromium of the machine: the one that `CHROMIUM_PATH` names, or the first that is found. Each document gets a process
 * and a profile of its own, without network; both are gone afterwards. What is printed runs no script (its own policy says so).
 */
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import type { PdfPrinter } from '#ports/pdf.ts'

const NAMES = ['chromium', 'chromium-browser', 'chromium-headless-shell', 'google-chrome', 'google-chrome-stable']
const TIMEOUT_MS = 60_000
const WAITING_MAX = 10
/** The end of what a Chromium says when it fails: its reason stands last. */
const STDERR_MAX = 2_000
const RETRY_AFTER_SECONDS = 20

const unavailable = () =>
  new Failure(
    409,
    'pdf_unavailable',
    'This server has no Chromium to print with. Download the HTML file and print it in your browser, or have CHROMIUM_PATH set.',
  )

const busy = (why: string) =>
  new Failure(
    503,
    'pdf_failed',
    `${why} Try again in ${RETRY_AFTER_SECONDS} seconds, or print the HTML file in your browser.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
    { 'retry-after': String(RETRY_AFTER_SECONDS) },
  )

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function findProgram(chromiumPath: string | null): Promise<string | null> {
  if (chromiumPath !== null) return (await isProgram(chromiumPath)) ? chromiumPath : null
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of NAMES) if (folder && (await isProgram(join(folder, name)))) return join(folder, name)
  return null
}

export function chromiumPrinter({
  chromiumPath,
  temporaryPath,
  log,
}: {
  /** Null: the first on the path. */
  chromiumPath: string | null
  temporaryPath: string
  log: Pick<Log, 'error' | 'warn'>
}): PdfPrinter {
  /** One at a time: a Chromium takes 200 MB. */
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function printNow(program: string, html: Uint8Array, signal?: AbortSignal): Promise<Uint8Array> {
    signal?.throwIfAborted()
    const folder = await mkdtemp(join(temporaryPath, 'pdf-'))
    try {
      const [page, target] = [join(folder, 'report.html'), join(folder, 'report.pdf')]
      await writeFile(page, html)
      const options = [
        '--headless',
        '--disable-gpu',
        '--disable-extensions',
        '--disable-background-networking',
        '--no-first-run',
        '--host-resolver-rules=MAP * ~NOTFOUND',
        `--user-data-dir=${join(folder, 'profile')}`,
        '--no-pdf-header-footer',
        `--print-to-pdf=${target}`,
        // Chromium refuses its sandbox to root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        pathToFileURL(page).href,
      ]
      await new Promise<void>((resolve, reject) =>
        execFile(program, options, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', signal }, (error, _, stderr) => {
          if (!error) return resolve()
          Object.assign(error, { stderr: stderr.slice(-STDERR_MAX) })
          reject(error)
        }),
      )
      return await readFile(target)
    } catch (error) {
      // The client has disconnected.
      signal?.throwIfAborted()
      log.error({ err: error, program }, 'a PDF could not be printed')
      throw busy('The PDF could not be made.')
    } finally {
      // What a Chromium that was killed has left is no reason to refuse a PDF that is there.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error) =>
        log.warn({ err: error, folder }, 'the profile of a printed PDF could not be removed'),
      )
    }
  }

  return {
    async print(html, signal) {
      const program = await findProgram(chromiumPath)
      if (program === null) throw unavailable()
      if (waiting >= WAITING_MAX) throw busy('Many reports are being printed just now.')
      waiting += 1
      const printed = last.then(() => printNow(program, html, signal))
      last = printed.catch(() => undefined)
      return printed.finally(() => {
        waiting -= 1
      })
    },
  }
}
