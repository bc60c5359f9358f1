import * as z from 'zod'
import { route } from '../base/route.ts'
import { Day, PathId } from '../base/shared.ts'
import { EXPORT_FORMATS, EXPORTS } from './limits.ts'

export const accountExport = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:accountId/export',
    access: 'signedIn',
    summary:
      'Download what is stored of an account (CSV or JSON); the CSV of history, posts and readings can be imported',
    params: z.strictObject({ accountId: PathId }),
    query: z.strictObject({
      what: z.enum(EXPORTS, `must be one of: ${EXPORTS.join(', ')}`),
      format: z.enum(EXPORT_FORMATS, `must be one of: ${EXPORT_FORMATS.join(', ')}`).default('csv'),
      /** Of the analysis; the others are always whole. */
      from: Day.optional(),
      to: Day.optional(),
    }),
    reply: z.string(),
    file: ['text/csv', 'application/json'],
  }),
}
