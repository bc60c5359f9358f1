/** The wiring of publishing: the accounts that their owners have connected, and publications to them. */
import type { AccountsService, ImageCacheService } from '#features/analytics/index.ts'
import type { UploadsService, WriteThrough } from '#features/content/index.ts'
import type { AuditLog, ProviderQuotasService } from '#features/core/index.ts'
import type { Mail } from '#features/mail/index.ts'
import {
  commits as commitsOf,
  finishing as finishingOf,
  insightJobs,
  insightRounds,
  insightsService,
  itemDate,
  looking,
  type OwnAccesses,
  ordering as orderingOf,
  ownAccesses,
  ownAccountJobs,
  ownAccountsService,
  ownProfiles,
  preparing as preparingOf,
  publicationJobs,
  publicationsService,
  publishingAccess,
  type Reach,
  rehearsal as rehearsalOf,
  reminding,
  sentMedia,
  signIns,
  slotsService,
} from '#features/publishing/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Encryption } from '#platform/encryption.ts'
import type { ServedFile } from '#platform/http/file-answer.ts'
import type { Log } from '#platform/log.ts'
import type { BlobStorage } from '#ports/blob-storage.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'
import type { InstagramSource } from '#ports/instagram.ts'
import type { PublishingLogins } from '#ports/publishing.ts'
import type { Queue } from '#ports/queue.ts'

/** What opens own accounts, and the source of figures that they are; null where no login is offered. */
export function composeOwnAccesses(parts: {
  database: Database
  clock: Clock
  audit: AuditLog
  encryption: Encryption
  logins: PublishingLogins
  quotas: ProviderQuotasService
}): { accesses: OwnAccesses; own: InstagramSource<'own'> | null } {
  const accesses = ownAccesses(parts)
  const isOffered = Object.keys(parts.logins).length > 0
  return { accesses, own: isOffered ? ownProfiles(Object.assign({ accesses }, parts)) : null }
}

export function composePublishing(
  parts: Reach & {
    database: Database
    clock: Clock
    log: Log
    audit: AuditLog
    encryption: Encryption
    accounts: AccountsService
    logins: PublishingLogins
    queue: Queue
    quotas: ProviderQuotasService
    accesses: OwnAccesses
    mail: Mail
    blobs: BlobStorage
    /** For answers of sources. */
    answers: BlobStorage
    images: Images
    uploads: UploadsService
    imageCache: ImageCacheService
    videos: { file(id: string): Promise<ServedFile> }
    writeThrough: WriteThrough
  },
) {
  const { database, clock, queue, audit, quotas, accesses, answers, writeThrough, mail, publicUrl } = parts
  const ownAccounts = ownAccountsService(parts)
  const renewing = ownAccountJobs(parts)
  const access = publishingAccess({ database, accesses })
  const media = sentMedia(parts)
  const rehearsal = rehearsalOf({ database, clock, media })
  const commits = commitsOf({ database, clock, queue, access })
  const preparing = preparingOf({ database, clock, commits, media, access, rehearsal })
  const ordering = orderingOf({ database, clock, commits, preparing })
  const look = looking({ database, clock, commits, ordering, access })
  const finishing = finishingOf({ database, clock, commits, access, writeThrough })
  const slots = slotsService({ database, clock, audit })
  const { lockApprovedItem } = preparing
  const moveItem = itemDate({ database, clock, writeThrough })
  const publications = publicationsService({
    database,
    clock,
    queue,
    audit,
    access,
    rehearsal,
    lockApprovedItem,
    moveItem,
    slots,
  })
  const remind = reminding({ database, clock, mail, publicUrl, commits, lockApprovedItem })
  const jobs = publicationJobs({ database, clock, commits, preparing, remind, ordering, look, finishing, publications })
  const rounds = insightRounds({ database, clock, quotas, accesses, answers })
  const reading = insightJobs({ database, queue, rounds })
  return {
    services: {
      insights: insightsService({ database, clock, answers }),
      ownAccounts,
      ownAccountSignIns: signIns(parts),
      publications,
      sentMedia: media,
      publishingSlots: slots,
    },
    handlers: [...renewing.handlers, ...jobs.handlers, ...reading.handlers],
    schedules: [...renewing.schedules, ...jobs.schedules, ...reading.schedules],
    async purge() {
      await ownAccounts.purge()
      await media.purge()
    },
  }
}
