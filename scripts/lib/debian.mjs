/** What the tests need from the machine and may install themselves: only as root, only on Debian and its family. */
import { existsSync } from 'node:fs'
import { run } from './children.mjs'

export const canInstall = () =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  existsSync('/etc/debian_version') &&
  existsSync('/usr/bin/apt-get')

/** Installs packages by name; answers what apt said when it could not. Safe to call for packages that are there already. */
export async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // Another apt may be at work on a fresh machine; it gets two minutes to finish.
  const patient = ['-o', 'DPkg::Lock::Timeout=120', '-qq']
  const update = await run('apt-get', [...patient, 'update'], { env })
  const install = await run('apt-get', [...patient, 'install', '-y', '--no-install-recommends', ...packages], { env })
  return install.code === 0 ? undefined : `${update.code === 0 ? '' : update.output}${install.output}`
}
