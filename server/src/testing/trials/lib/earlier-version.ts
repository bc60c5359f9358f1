/** An earlier version of this program, taken out of git into a folder of its own, ready to be started. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../../..')
const MIGRATIONS = 'server/src/migrations'

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/**
 * The last tag before this version; without one the last commit before the newest migration, so that a store goes through it.
 * Throws where this is no git checkout.
 */
export function versionBefore(): { reference: string; why: string } {
  const here = git('rev-parse', 'HEAD')
  const tags = git('tag', '--merged', 'HEAD', '--sort=-creatordate').split('\n').filter(Boolean)
  const tag = tags.find((name) => git('rev-list', '-n', '1', name) !== here)
  if (tag) return { reference: tag, why: 'the last tag' }
  const added = git('log', '-n', '1', '--diff-filter=A', '--format=%H', '--', `${MIGRATIONS}/[0-9]*.ts`)
  return { reference: `${added}~1`, why: 'no tag; the last commit before the newest migration' }
}

/** Answers its `server/src`. Its packages are those of this checkout, or its own where the two lists differ. */
export function checkOut(reference: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', '--format=tar', reference], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  if (packagesIn(folder) === packagesIn(ROOT)) sharePackages(folder)
  else execFileSync('npm', ['ci', '--ignore-scripts', '--omit=dev'], { cwd: folder, stdio: 'ignore' })
  rmSync(join(folder, 'kernel/dist'), { recursive: true, force: true })
  if (git('rev-parse', `${reference}:kernel/assembly`) === git('rev-parse', 'HEAD:kernel/assembly'))
    cpSync(join(ROOT, 'kernel/dist'), join(folder, 'kernel/dist'), { recursive: true })
  else execFileSync(process.execPath, ['-e', BUILD_KERNEL], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'server/src')
}

const BUILD_KERNEL = `import('./scripts/lib/kernel-build.mjs').then(({ ensureKernel }) => ensureKernel())`

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>
}

/** What the server may load, with versions: tools are left out. */
function packagesIn(folder: string): string {
  const { packages }: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const used = Object.entries(packages).filter(([path, { dev }]) => path.includes('node_modules/') && !dev)
  return JSON.stringify(used.map(([path, { version }]) => `${path}@${version}`).toSorted())
}

/** Links to every package but its own workspaces, which are its own. */
function sharePackages(folder: string): void {
  const places = ['', ...readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'package.json')))]
  for (const place of places) {
    const from = join(ROOT, place, 'node_modules')
    const to = join(folder, place, 'node_modules')
    if (!existsSync(from) || !existsSync(join(folder, place))) continue
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from)) if (name !== '@tangelo') symlinkSync(join(from, name), join(to, name))
    const own = join(from, '@tangelo')
    if (!existsSync(own)) continue
    mkdirSync(join(to, '@tangelo'))
    for (const name of readdirSync(own))
      if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(to, '@tangelo', name))
  }
}
