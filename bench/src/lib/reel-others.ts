/**
 * The same six pictures, moved and cross-faded alike, by two programs that many use for it: installed from the registry
 * into a folder of the run, in the versions named here, within limits of time. One that cannot be installed or run is
 * reported as that.
 */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { editlyProgram, remotionEntry, remotionProgram } from './reel-others-programs.ts'
import { aside, atLeast, type Figure, formatNumber, say } from './table.ts'

interface Other {
  name: string
  packages: readonly string[]
  /**
   * Remotion brings what it needs inside of its packages; editly builds two libraries when it is installed, which needs the
   * headers of cairo, pango, jpeg, gif, rsvg, xi and glu, and draws on a screen, which `xvfb-run` lends it.
   */
  builds: boolean
  timesMin: number
  files: Readonly<Record<string, string>>
}

const OTHERS: readonly Other[] = [
  {
    name: 'editly',
    packages: ['editly@0.14.2'],
    builds: true,
    timesMin: 10,
    files: { 'run.mjs': editlyProgram },
  },
  {
    name: 'Remotion',
    packages: [
      ...['remotion', '@remotion/bundler', '@remotion/renderer'].map((name) => `${name}@4.0.529`),
      ...['react@19.3.1', 'react-dom@19.3.1'],
    ],
    builds: false,
    timesMin: 10,
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
    const env = other.builds ? await environmentToBuild() : process.env
    const missing = await installPackages(place, other, env)
    const outcome = missing ?? (await timeRender(place, other, env, pictures))
    if (typeof outcome === 'string') figures.push(aside(name, outcome))
    else figures.push(atLeast(name, outcome / ourSeconds, other.timesMin, '×', ` (${formatNumber(outcome)} s)`))
    say(`  ${figures.at(-1)?.name} ${figures.at(-1)?.measured}`)
  }
  return figures
}

/** Libraries are built for the Node whose headers npm was given, where it was: the same one has to run them. */
async function environmentToBuild(): Promise<NodeJS.ProcessEnv> {
  const { stdout } = await run('npm', ['config', 'get', 'nodedir'])
  const folder = join(stdout.trim(), 'bin')
  const isThere = existsSync(join(folder, 'node'))
  return { ...process.env, PATH: [isThere ? folder : dirname(process.execPath), process.env.PATH].join(delimiter) }
}

/** Null when it is there; else why not. */
async function installPackages(
  place: string,
  { packages, builds }: Other,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), '{ "private": true, "type": "module" }')
  const options = [
    'install',
    '--no-audit',
    '--no-fund',
    `--ignore-scripts=${!builds}`,
    ...(builds ? ['--build-from-source'] : []),
  ]
  return run('npm', [...options, ...packages], {
    cwd: place,
    timeout: INSTALL_MS_MAX,
    maxBuffer: 50_000_000,
    env,
  }).then(
    () => null,
    (error: unknown) => `could not be installed: ${reasonOf(error)}`,
  )
}

/** Wall seconds of the rendering alone; else why there are none. */
async function timeRender(
  place: string,
  { files, builds }: Other,
  environment: NodeJS.ProcessEnv,
  pictures: readonly Uint8Array[],
): Promise<number | string> {
  mkdirSync(join(place, 'public'))
  for (const [index, picture] of pictures.entries()) writeFileSync(join(place, 'public', `${index}.jpg`), picture)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
  const env = { ...environment, CHROMIUM_PATH: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' }
  const command = builds ? ['xvfb-run', '-a', 'node', 'run.mjs'] : [process.execPath, 'run.mjs']
  const [program = '', ...given] = command
  return run(program, given, { cwd: place, timeout: RUN_MS_MAX, maxBuffer: 50_000_000, env }).then(
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
  const said = lines.filter((line) => !line.startsWith('npm warn'))
  const telling = said.find((line) => /not found|failed|cannot|no match|error:/i.test(line)) ?? said[0] ?? ''
  return telling.replace(/^npm error /, '').slice(0, REASON_MAX)
}
