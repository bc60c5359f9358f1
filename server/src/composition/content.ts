/** The part of the wiring that has texts written: prompts, and what is said about images. */

import type { ItemsService, UploadsService } from '#features/content/index.ts'
import { aiUsageService, imageAnalysisService, promptsService } from '#features/content/index.ts'
import type { AuditLog } from '#features/core/index.ts'
import type { CompaniesService } from '#features/identity/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Ai } from '#ports/ai.ts'
import type { Clock } from '#ports/clock.ts'
import type { Images } from '#ports/images.ts'

export function wireTexts({
  companies,
  callsPerDay,
  content,
  images,
  ...parts
}: {
  database: Database
  clock: Clock
  audit: AuditLog
  ai: Ai
  images: Images
  companies: CompaniesService
  content: ItemsService
  uploads: UploadsService
  /** Of one company. */
  callsPerDay: number
}) {
  const uses = aiUsageService({ ...parts, companies, callsPerDay })
  const prompts = promptsService({ ...parts, uses })
  return { prompts, analyses: imageAnalysisService({ ...parts, uses, images, content, prompts }) }
}
