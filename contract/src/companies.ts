import * as z from 'zod'
import { route } from './route.ts'
import { Moment, Paging, PathId } from './shared.ts'

export const Company = z.object({
  id: z.int(),
  name: z.string(),
  website: z.string().nullable(),
  airtableTable: z.string().nullable(),
  /** IANA name; decides where a calendar day begins (D15). */
  timeZone: z.string(),
  createdAt: Moment,
})
export type Company = z.infer<typeof Company>

const CompanyFields = z.strictObject({
  name: z.string('Name is required').trim().min(1, 'Name is required').max(120, 'Names have at most 120 characters'),
  website: z.string().trim().max(500).nullable().optional(),
  airtableTable: z.string().trim().max(200).nullable().optional(),
  timeZone: z.string().max(64).optional(),
})

const params = z.strictObject({ companyId: PathId })

export const companies = {
  list: route({
    method: 'GET',
    path: '/api/companies',
    access: 'admin',
    summary: 'List the companies, by name',
    query: Paging,
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
}
