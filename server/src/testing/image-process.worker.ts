/**
 * A process that prepares one image and prints what it took as JSON: `node image-process.worker.ts <file> [megabytes]`.
 * With a number, the process may have only so much more memory than it needed to start.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { hugePng } from './huge-png.ts'

const [path = '', megabytes] = process.argv.slice(2)
const images = sharpImages()
const first = `${path}.first`
writeFileSync(first, hugePng(30, 20))
await images.prepare(first)

if (megabytes !== undefined) {
  const kilobytes = Number(/VmSize:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
  const limit = kilobytes * 1_024 + Number(megabytes) * 1_024 ** 2
  execFileSync('prlimit', ['--pid', String(process.pid), `--as=${limit}`])
}

const before = process.resourceUsage().maxRSS
const outcome = await images.prepare(path).then(
  ({ type, width, height }) => ({ type, width, height }),
  (error: unknown) => (error instanceof Error ? { error: error.name, message: error.message } : {}),
)
const extraBytes = (process.resourceUsage().maxRSS - before) * 1_024
process.stdout.write(JSON.stringify({ outcome, extraBytes }))
