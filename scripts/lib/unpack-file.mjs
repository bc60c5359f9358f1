/**
 * Run with a package's tarball, its integrity, the name of a file in it and where to put that file. Writes the file only
 * when the tarball has that integrity; says in one sentence what is wrong when it has not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileFromTarball, hasIntegrity } from './tarball.mjs'

const [tarball, integrity, name, target] = process.argv.slice(2)

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

const packed = readFileSync(tarball)
if (!hasIntegrity(packed, integrity)) fail('As it came it does not have the digest it should have.')
const content = fileFromTarball(packed, name)
if (!content) fail(`It holds no ${name}.`)
writeFileSync(target, content)
