export { blobSweep, claimedBlobs, releaseBlobs, releaseBlobsOf } from './blob-claims.service.ts'
