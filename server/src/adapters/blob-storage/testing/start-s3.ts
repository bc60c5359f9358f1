/** Blob storage in a mock server of S3 for one test: its pauses, its log, and its failures without a secret. */
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type S3StandIn, s3StandIn } from '@tangelo/stand-ins'
import { expect, onTestFinished } from 'vitest'
import { folderOfTest } from '../../../testing/test-folder.ts'
import { s3BlobStorage } from '../s3.ts'
import type { S3Location } from '../s3-failure.ts'

const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') }
export const SECRETS = /wJalrXUtn|guessed|AKIA|Signature=/

const locationOf = ({ url, bucket, region, accessKeyId, secretAccessKey }: S3StandIn): S3Location => ({
  endpoint: url,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
})

export async function startS3(change: Partial<S3Location> = {}, { idleMs = 5_000 } = {}) {
  const s3 = await s3StandIn({ clock }).start()
  onTestFinished(s3.end)
  const pauses: number[] = []
  const logged: unknown[] = []
  const blobs = s3BlobStorage(
    { ...locationOf(s3), ...change },
    {
      clock,
      pause: async (ms) => void pauses.push(ms),
      chance: () => 0.5,
      limits: { connectMs: 5_000, idleMs },
      log: { error: (details, message) => void logged.push({ details, message }) },
    },
  )
  return { s3, blobs, pauses, logged }
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export async function failureOf(promise: Promise<unknown>): Promise<Error & { cause?: unknown }> {
  const error = await promise.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  return error as Error
}

export function fileOf(bytes: Uint8Array): string {
  const folder = folderOfTest()
  writeFileSync(join(folder, 'file'), bytes)
  return join(folder, 'file')
}
