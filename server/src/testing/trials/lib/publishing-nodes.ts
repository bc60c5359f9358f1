/** Where the nodes of the publishing trial keep things, and whom they speak to: the stand-in, through the proxy that kills them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PublishingStandIn, S3StandIn } from '@tangelo/stand-ins'
import { blobStorageAt } from '#adapters/blob-storage/index.ts'
import { openLog } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { KillingProxy } from '../../killing-proxy.ts'
import { freePort } from '../../own-postgres.ts'
import type { Settings } from '../../server-process.ts'
import type { trialPlace } from '../../trial.ts'

type Place = ReturnType<typeof trialPlace>

/** Those of two nodes are in a bucket, from which Instagram fetches them. */
export function blobsOf({ dataFolder }: Place, bucket: S3StandIn | null): BlobStorage {
  const s3 = bucket && {
    endpoint: bucket.url,
    bucket: bucket.bucket,
    region: bucket.region,
    accessKeyId: bucket.accessKeyId,
    secretAccessKey: bucket.secretAccessKey,
  }
  return blobStorageAt({ folder: `${dataFolder}/blobs`, s3 }, { clock: { now: Date.now }, log: openLog('silent') })
}

/** Of two nodes where there is a bucket. */
export async function settingsOfNodes({
  place,
  proxy,
  stand,
  bucket,
  key,
}: {
  place: Place
  proxy: KillingProxy
  stand: PublishingStandIn
  bucket: S3StandIn | null
  key: Buffer
}): Promise<Settings[]> {
  const settings: Settings[] = []
  for (let node = 0; node < (bucket ? 2 : 1); node += 1) {
    const folder = node === 0 ? place.dataFolder : join(place.folder, `data-${node}`)
    mkdirSync(folder, { recursive: true })
    const port = String(await freePort())
    settings.push({
      ...place.settings,
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ENCRYPTION_KEY: key.toString('hex'),
      FACEBOOK_APP_ID: stand.clientId,
      FACEBOOK_APP_SECRET: stand.clientSecret,
      FACEBOOK_WWW_URL: `${proxy.url}/www.facebook.com`,
      GRAPH_API_URL: `${proxy.url}/graph.facebook.com`,
      GRAPH_UPLOAD_URL: `${proxy.url}/rupload.facebook.com`,
      ...(bucket && {
        S3_ENDPOINT: bucket.url,
        S3_BUCKET: bucket.bucket,
        S3_REGION: bucket.region,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      }),
    })
  }
  return settings
}
