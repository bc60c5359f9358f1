import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Moment, Paging, PathId, PathIds } from '../base/shared.ts'
import { COMPANY_SORTS } from './limits.ts'

export const Company = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string().nullable(),
  airtableTable: z.string().nullable(),
  /** IANA name; decides where a calendar day begins (D15). */
  timeZone: z.string(),
  createdAt: Moment,
  /** Part of the demo workspace: marked on every screen, and in no total of other companies. */
  isDemo: z.boolean(),
  /** Its items are approved and published only with a client's approval of exactly what they are. */
  requiresApproval: z.boolean(),
  /** How many belong to it. While there are any it cannot be deleted. */
  users: z.int(),
  accounts: z.int(),
})
export type Company = z.infer<typeof Company>

const CompanyFields = z.strictObject({
  name: oneLine(
    z.string('Name is required').trim().min(1, 'Name is required').max(120, 'Names have at most 120 characters'),
  ),
  website: oneLine(z.string().trim().max(500)).nullable().optional(),
  airtableTable: oneLine(z.string().trim().max(200)).nullable().optional(),
  timeZone: z.string().max(64).optional(),
  requiresApproval: z.boolean().optional(),
})

const params = z.strictObject({ companyId: PathId })

export const companies = {
  list: route({
    method: 'GET',
    path: '/api/companies',
    access: 'admin',
    summary: 'List the companies; `q` looks in the names, `ids` asks for these only',
    query: Paging.extend({ sort: z.enum(COMPANY_SORTS).optional(), ids: PathIds.optional() }),
    reply: z.array(Company),
    paged: true,
  }),
  create: route({
    method: 'POST',
    path: '/api/companies',
    access: 'admin',
    summary: 'Make a company',
    body: CompanyFields,
    reply: Company,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/companies/:companyId',
    access: 'admin',
    summary: 'Change a company; absent fields stay, null clears',
    params,
    body: CompanyFields.partial(),
    reply: Company,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/companies/:companyId',
    access: 'admin',
    summary:
      'Delete a company with its content; refused while it has users or accounts, or something is being made for it',
    params,
    reply: Done,
  }),
}
