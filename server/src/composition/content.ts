/** The wiring of content: items and drafts, and the texts that are written for them. */
import type { UploadsService, WriteThrough } from '#features/content/index.ts'
import {
  aiClient,
  aiUsageService,
  imageAnalysisService,
  itemChanges,
  itemsService,
  promptsService,
  teamCommentsService,
} from '#features/content/index.ts'
import type { AuditLog, IdempotencyService, ProviderQuotasService } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Ai } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'

export function composeContent({
  quotas,
  log,
  callsPerDay,
  images,
  answers,
  writeThrough,
  ...given
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  log: Log
  quotas: ProviderQuotasService
  answers: IdempotencyService
  companies: CompaniesService
  uploads: UploadsService
  writeThrough: WriteThrough
  ai: Ai
  images: Images
  /** Of one company. */
  callsPerDay: number
}) {
  const ai = aiClient({ ai: given.ai, quotas, clock: given.clock, log })
  const parts = { ...given, ai }
  const changes = itemChanges({ ...parts, writeThrough })
  const content = itemsService({ ...parts, answers, changes })
  const uses = aiUsageService({ ...parts, callsPerDay })
  const prompts = promptsService({ ...parts, answers, uses })
  return {
    ai,
    services: {
      content,
      itemChanges: changes,
      teamComments: teamCommentsService({ ...given, answers }),
      prompts,
      analyses: imageAnalysisService({ ...parts, uses, images, content, prompts }),
    },
  }
}
