/** The part of the wiring that has texts written: prompts, and what is said about images. */
import { aiUsesService } from '#features/content/ai-usage/index.ts'
import { analysesService } from '#features/content/image-analysis/index.ts'
import type { ContentService } from '#features/content/items/index.ts'
import { promptsService } from '#features/content/prompts/index.ts'
import type { UploadsService } from '#features/content/uploads/index.ts'
import type { AuditLog } from '#features/core/audit-log/index.ts'
import type { CompaniesService } from '#features/identity/companies/index.ts'
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
  content: ContentService
  uploads: UploadsService
  /** Of one company. */
  callsPerDay: number
}) {
  const uses = aiUsesService({ ...parts, companies, callsPerDay })
  const prompts = promptsService({ ...parts, uses })
  return { prompts, analyses: analysesService({ ...parts, uses, images, content, prompts }) }
}
