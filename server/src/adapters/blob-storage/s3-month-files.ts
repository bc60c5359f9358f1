/** Exported months in the bucket, beside the blobs, under `months/`. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { StreamedAnswer } from '#platform/http/stream-out.ts'
import type { MonthFiles } from '#ports/month-files.ts'
import { type S3Parts, s3Calls } from './s3-calls.ts'
import type { S3Location } from './s3-failure.ts'

export function s3MonthFiles(location: S3Location, parts: S3Parts): MonthFiles {
  const calls = s3Calls(location, parts)
  const keyOf = (name: string) => `months/${name}`
  return {
    place: `the bucket ${location.bucket}`,
    read: (name) => calls.ask({ method: 'GET', key: keyOf(name) }, allOf),
    has: async (name) => (await calls.ask({ method: 'HEAD', key: keyOf(name) }, allOf)) !== null,
    open: (name) => calls.ask({ method: 'GET', key: keyOf(name) }, async ({ body }) => body),
    async put(name, path) {
      const { size } = await stat(path)
      const sum = createHash('sha256')
      for await (const chunk of createReadStream(path)) sum.update(chunk)
      const headers = { 'content-type': 'application/octet-stream' }
      const body = () => createReadStream(path, { end: Math.max(0, size - 1) })
      await calls.ask({ method: 'PUT', key: keyOf(name), hash: sum.digest('hex'), bytes: size, body, headers }, allOf)
    },
    async remove(name) {
      await calls.ask({ method: 'DELETE', key: keyOf(name) }, allOf)
    },
  }
}

async function allOf({ body }: StreamedAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
