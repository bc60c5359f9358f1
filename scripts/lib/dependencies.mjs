/**
 * Keeps node_modules as package-lock.json says. When nothing changed this costs one hash of the lock file; when the lock
 * changed but npm has already installed it (a developer ran `npm install`), the tree is left alone.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { npm } from './children.mjs'
import { inRoot } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

const stampFile = inRoot('node_modules', '.tangelo-lock')
const machine = { os: process.platform, cpu: process.arch }

export async function ensureDependencies() {
  const lockText = readFileSync(inRoot('package-lock.json'))
  const stamp = `${createHash('sha256').update(lockText).digest('hex')} ${machine.os}-${machine.cpu}\n`
  if (readIfThere(stampFile) === stamp) return

  const installed = readIfThere(inRoot('node_modules', '.package-lock.json'))
  if (!installed || !isInstalled(JSON.parse(lockText.toString()), JSON.parse(installed), machine)) {
    say('Installing dependencies (about a minute the first time).')
    const { code, output } = await npm([
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ])
    if (code !== 0)
      throw new CannotGoOn(`${output}\nThe dependencies could not be installed: npm ended with code ${code}.`)
  }
  writeFileSync(stampFile, stamp)
}

/**
 * Whether npm's own record of node_modules matches the lock file on this machine. Optional packages count only where
 * their platform is this one.
 */
export function isInstalled(lock, record, { os, cpu }) {
  const wanted = Object.entries(lock.packages).filter(
    ([path]) => path.startsWith('node_modules/') || path.includes('/node_modules/'),
  )
  const names = new Set(wanted.map(([path]) => path))
  const present = record.packages
  for (const [path, entry] of wanted) {
    const found = present[path]
    if (found) {
      if (found.version !== entry.version || found.integrity !== entry.integrity) return false
    } else if (!mayBeAbsent(entry, { os, cpu })) return false
  }
  return Object.keys(present).every((path) => names.has(path) || !path.includes('node_modules/'))
}

function mayBeAbsent({ optional, os, cpu, libc }, machine) {
  if (!optional) return false
  const meantForUs = Boolean(os ?? cpu) && fits(os, machine.os) && fits(cpu, machine.cpu) && !libc
  return !meantForUs
}

function fits(allowed, actual) {
  if (!allowed) return true
  return !allowed.includes(`!${actual}`) && (allowed.includes(actual) || allowed.every((name) => name.startsWith('!')))
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
