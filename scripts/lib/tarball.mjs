/** Takes single files out of a gzipped npm package, with nothing but Node: enough of the tar format for what npm writes. */
import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

const block = 512

/** The content of one file of the package, or undefined when it is not in there. */
export function fileFromTarball(gzipped, name) {
  const archive = gunzipSync(gzipped)
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block)
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (!Number.isFinite(size)) return undefined
    const prefix = text(header, 345, 155)
    const path = prefix ? `${prefix}/${text(header, 0, 100)}` : text(header, 0, 100)
    if (path === name) return archive.subarray(at + block, at + block + size)
    at += block + Math.ceil(size / block) * block
  }
  return undefined
}

function text(header, from, length) {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return field
    .subarray(0, end < 0 ? length : end)
    .toString('utf8')
    .trim()
}

/** Whether content has the digest that npm writes as "sha512-…". */
export function hasIntegrity(content, integrity) {
  const [algorithm, digest] = integrity.split(/-(.*)/s)
  return createHash(algorithm).update(content).digest('base64') === digest
}
