/** What the printer does when its program fails, hangs or is missing: with programs of ours in the place of a Chromium. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { folderOfTest } from '../../testing/test-folder.ts'
import { chromiumPrinter } from './chromium.ts'

const HTML = Buffer.from('<h1>Grove</h1>')
/** Takes the place of the target from the options. */
const TARGET = 'for option; do case $option in --print-to-pdf=*) target=$(echo "$option" | cut -d= -f2-);; esac; done'

async function printerWith(script: string) {
  const folder = folderOfTest()
  const [chromiumPath, temporaryPath] = [join(folder, 'chromium'), join(folder, 'work')]
  await writeFile(chromiumPath, `#!/bin/sh\n${TARGET}\n${script}\n`, { mode: 0o755 })
  const logged: object[] = []
  const log = { error: (details: object) => logged.push(details), warn: (details: object) => logged.push(details) }
  await mkdir(temporaryPath)
  return { folder, temporaryPath, logged, ...chromiumPrinter({ chromiumPath, temporaryPath, log }) }
}

test('a document is printed, and nothing of it stays', async () => {
  const { print, temporaryPath, logged } = await printerWith('printf PDF > "$target"')
  expect(Buffer.from(await print(HTML)).toString()).toBe('PDF')
  expect(await readdir(temporaryPath)).toEqual([])
  expect(logged).toEqual([])
})

test('what the program says when it fails is logged, and the answer names the way on', async () => {
  const { print, temporaryPath, logged } = await printerWith('echo "no usable sandbox" >&2; exit 21')
  await expect(print(HTML)).rejects.toMatchObject({ status: 503, code: 'pdf_failed', headers: { 'retry-after': '20' } })
  expect(logged).toMatchObject([{ err: { code: 21, stderr: 'no usable sandbox\n' } }])
  expect(await readdir(temporaryPath)).toEqual([])
})

test('a client that disconnects ends the program, and the next document is printed', async () => {
  const { print, folder, logged } = await printerWith(
    'if [ -e "$0.pid" ]; then printf PDF > "$target"; else echo $$ > "$0.pid"; exec sleep 60; fi',
  )
  const gone = new AbortController()
  const printed = print(HTML, gone.signal)
  const pidPath = join(folder, 'chromium.pid')
  const pid = await vi.waitFor(async () => Number((await readFile(pidPath, 'utf8')).trim() || Number.NaN), 5_000)
  gone.abort(new Error('gone'))
  await expect(printed).rejects.toThrow('gone')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 5_000)
  expect(Buffer.from(await print(HTML)).toString()).toBe('PDF')
  expect(logged).toEqual([])
})

test('without a program the answer says so', async () => {
  const { print } = chromiumPrinter({
    chromiumPath: '/no/such/chromium',
    temporaryPath: '/no/such',
    log: { error: () => undefined, warn: () => undefined },
  })
  await expect(print(HTML)).rejects.toMatchObject({ status: 409, code: 'pdf_unavailable' })
})
