/**
 * The same six pictures, moved and cross-faded alike, by two programs that many use for it: installed from the registry into a
 * folder of the run, in the versions named here, within limits of time. One that cannot be had or run is told as that.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { editlyProgram, remotionEntry, remotionProgram } from './reel-others-programs.ts'
import { aside, atLeast, type Figure, say, shown } from './table.ts'

interface Other {
  name: string
  packages: readonly string[]
  /** Remotion brings what it needs inside of its packages; editly builds what it needs when it is installed. */
  builds: boolean
  timesMin: number
  files: Readonly<Record<string, string>>
}

const OTHERS: readonly Other[] = [
  {
    name: 'editly',
    packages: ['editly@0.14.2'],
    builds: true,
    timesMin: 6.5,
    files: { 'run.mjs': editlyProgram },
  },
  {
    name: 'Remotion',
    packages: [
      ...['remotion', '@remotion/bundler', '@remotion/renderer'].map((name) => `${name}@4.0.541`),
      ...['react@19.3.1', 'react-dom@19.3.1'],
    ],
    builds: false,
    timesMin: 8.5,
    files: { 'run.mjs': remotionProgram, 'entry.mjs': remotionEntry },
  },
]

const INSTALL_MS_MAX = 5 * 60_000
const RUN_MS_MAX = 10 * 60_000
const REASON_MAX = 160

const run = promisify(execFile)

/** `ourSeconds`: wall of a whole reel here, in the same run. */
export async function otherFigures(
  folder: string,
  pictures: readonly Uint8Array[],
  ourSeconds: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const other of OTHERS) {
    const name = `faster than ${other.name}`
    say(`Installing ${other.name}.`)
    const place = join(folder, other.name)
    const missing = await installed(place, other)
    const outcome = missing ?? (await timed(place, other, pictures))
    if (typeof outcome === 'string') figures.push(aside(name, outcome))
    else figures.push(atLeast(name, outcome / ourSeconds, other.timesMin, '×', ` (${shown(outcome)} s)`))
    say(`  ${figures.at(-1)?.name} ${figures.at(-1)?.measured}`)
  }
  return figures
}

/** Null when it is there; else why not. */
async function installed(place: string, { packages, builds }: Other): Promise<string | null> {
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  const options = ['install', '--no-audit', '--no-fund', ...(builds ? [] : ['--ignore-scripts'])]
  return run('npm', [...options, ...packages], { cwd: place, timeout: INSTALL_MS_MAX, maxBuffer: 50_000_000 }).then(
    () => null,
    (error: unknown) => `could not be installed: ${reasonOf(error)}`,
  )
}

/** Wall seconds of the rendering alone; else why there are none. */
async function timed(place: string, { files }: Other, pictures: readonly Uint8Array[]): Promise<number | string> {
  mkdirSync(join(place, 'public'))
  for (const [index, picture] of pictures.entries()) writeFileSync(join(place, 'public', `${index}.jpg`), picture)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
  const env = { ...process.env, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }
  return run(process.execPath, ['run.mjs'], { cwd: place, timeout: RUN_MS_MAX, maxBuffer: 50_000_000, env }).then(
    ({ stdout }) => {
      const seconds = Number(/seconds: ([\d.]+)/.exec(stdout)?.[1])
      return Number.isFinite(seconds) ? seconds : 'could not be run: it did not say how long it took'
    },
    (error: unknown) => `could not be run: ${reasonOf(error)}`,
  )
}

/** The line that says most. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('killed' in error && error.killed) return 'not done within the time'
  const lines = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.split('\n') : [error.message]
  const telling = lines.find((line) => /not found|failed|cannot|error:/i.test(line)) ?? lines[0] ?? ''
  return telling.replace(/^npm (error|warn) /, '').slice(0, REASON_MAX)
}
