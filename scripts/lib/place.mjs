/** Where things are in this repository. Runs on Node 18 and later, without any dependency, like everything start-up needs. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const workspaces = ['contract', 'kernel', 'server', 'web', 'stand-ins', 'e2e', 'bench']

export const inRoot = (...parts) => join(root, ...parts)

/** The script behind an installed package's command, so that it can be run by the Node we chose, without a shell. */
export function toolScript(packageName, command = packageName) {
  const folder = inRoot('node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}

/**
 * A file the user named on the command line, as an absolute path. npm runs scripts from the repository's root and keeps
 * the folder the user typed in as INIT_CWD. Anything that is not an existing file is returned as it came.
 */
export function asTyped(argument) {
  const typedIn = process.env.INIT_CWD
  if (!typedIn || argument.startsWith('-')) return argument
  const path = join(typedIn, argument)
  return existsSync(path) ? path : argument
}
