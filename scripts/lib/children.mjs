/** Starting other programs: quietly with their output kept, in our place, or beside each other until one ends. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { basename } from 'node:path'
import { whenParentIsGone } from './parent.mjs'
import { root } from './place.mjs'

const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * @typedef {import('node:child_process').ChildProcess} Child
 * @typedef {import('node:child_process').SpawnOptions & { ownGroup?: boolean }} RunOptions
 */

/** @type {Set<Child>} */
const running = new Set()

/**
 * Runs to the end and never throws: `{ code, output, seconds }`, with stdout and stderr in the order they came. With
 * `ownGroup` the child and all it starts can be ended by `endRunning`, also when the terminal's Ctrl+C does not reach them.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export function run(file, args, { env, cwd = root, ownGroup = false, ...options } = {}) {
  return new Promise((resolve) => {
    const since = performance.now()
    const chunks = []
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: ownGroup && process.platform !== 'win32',
      ...options,
    })
    if (ownGroup) running.add(child)
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    const finish = (code, note = '') => {
      running.delete(child)
      resolve({ code, output: Buffer.concat(chunks).toString() + note, seconds: (performance.now() - since) / 1000 })
    }
    child.on('error', (error) => finish(127, `${error.message}\n`))
    child.on('close', (code, signal) => finish(code ?? exitCodeOf(signal), signal ? `ended by ${signal}\n` : ''))
  })
}

/** Ends everything that `run` started in groups of their own and that is still going. */
export function endRunning(signal) {
  for (const child of running) killGroup(child, signal)
}

/** npm as a script for the Node that runs us, or as a command when we were not started through it. */
export function npm(args, options) {
  const cli = process.env.npm_execpath
  if (cli && existsSync(cli) && /^npm(-cli)?(\.c?js)?$/.test(basename(cli)))
    return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/**
 * Becomes `node ...args`: nothing after this call runs. Where the system can, the process is replaced, so that signals and
 * the exit code need no go-between and no second Node stays in memory; elsewhere a child is started and waited for.
 */
export async function become(args) {
  process.chdir(root)
  const all = process.env.npm_lifecycle_event ? ['--import', endWithParent, ...args] : args
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.removeAllListeners('warning')
    process.execve(process.execPath, [process.execPath, ...all], process.env)
  }
  process.exit(await attend(process.execPath, all))
}

/**
 * Starts a child on our terminal and answers its exit code when it has ended. It lives in a process group of its own and
 * gets each signal from us, once: from the terminal directly it would hear every Ctrl+C twice.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdin?: 'inherit' | 'ignore', stdout?: 'inherit' | 'pipe', onStart?: (child: Child) => void }} options
 * @returns {Promise<number>}
 */
export function attend(file, args, { env, stdin = 'inherit', stdout = 'inherit', onStart } = {}) {
  return new Promise((resolve) => {
    const detached = process.platform !== 'win32'
    const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: [stdin, stdout, 'inherit'], detached })
    onStart?.(child)
    const stopListening = handSignalsTo((signal) => killGroup(child, signal))
    const finish = (code) => {
      stopListening()
      resolve(code)
    }
    child.on('error', (error) => {
      process.stderr.write(`${file} could not be started: ${error.message}\n`)
      finish(127)
    })
    child.on('exit', (code, signal) => finish(code ?? exitCodeOf(signal)))
  })
}

/** Signals a child and everything it started; one that has already ended is left alone. */
export function killGroup(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * Calls back for each kind of signal, at most once a second: a terminal sends Ctrl+C to everybody at once and npm may send
 * it again, and an echo is no second, more urgent request. Answers the function that stops listening.
 */
export function handSignalsTo(receive) {
  const last = new Map()
  const listener = (signal) => {
    const now = performance.now()
    if (now - (last.get(signal) ?? Number.NEGATIVE_INFINITY) < 1000) return
    last.set(signal, now)
    receive(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, listener)
  const stopWatching = process.env.npm_lifecycle_event ? whenParentIsGone(() => listener('SIGTERM')) : () => {}
  return () => {
    stopWatching()
    for (const signal of signals) process.off(signal, listener)
  }
}

const exitCodeOf = (signal) => 128 + (constants.signals[signal] ?? 0)
