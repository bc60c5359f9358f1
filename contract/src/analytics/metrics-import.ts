import * as z from 'zod'
import { route } from '../base/route.ts'
import { PathId } from '../base/shared.ts'

/** The one file of an import or a preview. */
export const FIGURES_FILE = {
  field: 'file',
  accept: '.json,.jsonl,.ndjson,.csv,application/json,text/csv',
} as const

/** The outcome of a file. Good rows are stored, even beside bad ones; the same file twice changes nothing. */
export const ImportResult = z.object({
  accounts: z.object({ made: z.int(), matched: z.int() }),
  /** Snapshots that were not there before. */
  snapshots: z.int(),
  /** Posts that are new or changed. */
  posts: z.int(),
  /** The first refused rows with their line (for JSON: the item's number), in order of the file. */
  refused: z.array(z.object({ line: z.int(), reason: z.string() })),
  /** All refused rows, named above or not. */
  refusedCount: z.int(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const ImportProgress = z.object({
  state: z.enum(['running', 'done', 'failed']),
  rows: z.int(),
  /** 0 to 1, by bytes of the file read. */
  progress: z.number(),
})
export type ImportProgress = z.infer<typeof ImportProgress>

export const dataImports = {
  create: route({
    method: 'POST',
    path: '/api/accounts/import',
    access: 'admin',
    summary: 'Import figures and posts from an Apify data set (JSON) or a CSV file',
    query: z.strictObject({
      /** Absent: the viewer's company, else company 1. */
      companyId: PathId.optional(),
      /** Chosen by the caller, to poll the progress meanwhile. */
      importId: z.uuid('must be a UUID').optional(),
    }),
    multipart: FIGURES_FILE,
    reply: ImportResult,
  }),
  progress: route({
    method: 'GET',
    path: '/api/accounts/import/:importId',
    access: 'admin',
    summary: 'Ask how far an import is',
    params: z.strictObject({ importId: z.uuid('must be a UUID') }),
    reply: ImportProgress,
  }),
}
