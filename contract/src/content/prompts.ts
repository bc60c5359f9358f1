import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Done, Id, MediaAddress, Moment, Paging, PathId, RecordId } from '../base/shared.ts'
import { COMPANY_ABOUT_MAX_LENGTH, DEFAULT_OF, PROMPT_MAX_LENGTH, PROMPT_TITLE_MAX_LENGTH } from './limits.ts'

export const Prompt = z.object({
  id: z.string(),
  companyId: z.int(),
  companyName: z.string(),
  title: z.string(),
  /** A prompt, or a stored analysis. Plain text, from any author (D37). */
  prompt: z.string(),
  createdTime: Moment,
  /** The image that it is about, on this server. */
  imageUrl: MediaAddress.nullable(),
  /** The caller's effective default: the own choice, or the company's where there is none. */
  isDefault: z.boolean(),
  /** Chosen by the caller. */
  isOwnDefault: z.boolean(),
  /** For every user of its company who has chosen none. */
  isCompanyDefault: z.boolean(),
})
export type Prompt = z.infer<typeof Prompt>

const title = oneLine(
  z
    .string('Please enter a title for this prompt.')
    .trim()
    .min(1, 'Please enter a title for this prompt.')
    .max(PROMPT_TITLE_MAX_LENGTH, `A title has at most ${PROMPT_TITLE_MAX_LENGTH} characters`),
)
const text = z
  .string('There is no prompt to save.')
  .refine((words) => words.trim() !== '', 'There is no prompt to save.')
  .max(PROMPT_MAX_LENGTH, `A prompt has at most ${PROMPT_MAX_LENGTH.toLocaleString('en')} characters`)
const MISSING = 'Please enter both company name and industry.'
const about = oneLine(
  z
    .string(MISSING)
    .trim()
    .min(1, MISSING)
    .max(COMPANY_ABOUT_MAX_LENGTH, `At most ${COMPANY_ABOUT_MAX_LENGTH} characters describe a company or an industry`),
)

const params = z.strictObject({ promptId: RecordId })
const query = Paging.extend({ companyId: PathId.optional() })

export const prompts = {
  list: route({
    method: 'GET',
    path: '/api/prompts',
    access: 'admin',
    summary: 'List the library, newest first; `q` looks in titles and texts',
    query,
    reply: z.array(Prompt),
    paged: true,
  }),
  titles: route({
    method: 'GET',
    path: '/api/airtable/prompts',
    access: 'admin',
    summary: 'List ids and titles of the library, for choosing one',
    query,
    reply: z.array(z.object({ id: z.string(), title: z.string(), companyName: z.string() })),
    paged: true,
  }),
  /** The text provider, and the company's use of its quota today. */
  provider: route({
    method: 'GET',
    path: '/api/prompts/provider',
    access: 'admin',
    summary: 'Say who writes texts, and what is left of today',
    reply: z.object({
      /** 'OpenAI', 'Built-in (no AI provider)', or the host of another server. */
      title: z.string(),
      model: z.string().nullable(),
      isBuiltIn: z.boolean(),
      callsToday: z.int(),
      callsPerDay: z.int(),
      /** Sent and received today, as the provider counts them; 0 where it does not. */
      tokensToday: z.int(),
    }),
  }),
  generate: route({
    method: 'POST',
    path: '/api/prompts/generate',
    access: 'admin',
    summary: 'Make a prompt for a company; `{{companyName}}` and `{{industry}}` in a template are filled',
    body: z.strictObject({
      companyName: about,
      industry: about,
      templatePrompt: z
        .string()
        .max(PROMPT_MAX_LENGTH, `A template has at most ${PROMPT_MAX_LENGTH.toLocaleString('en')} characters`)
        .optional(),
    }),
    reply: z.object({
      prompt: z.string(),
      /** Why it is not all of it; null when it is. */
      note: z.string().nullable(),
    }),
  }),
  /** Once for an `Idempotency-Key`. */
  save: route({
    method: 'POST',
    path: '/api/prompts/save',
    access: 'admin',
    summary: 'Keep a prompt, or an analysis with its image, in the library',
    body: z.strictObject({
      title,
      prompt: text,
      /** One of `POST /api/upload/images`. */
      imageUrl: MediaAddress.max(500).nullable().default(null),
      /** The company whose library it is; the caller's by default. */
      companyId: Id.optional(),
    }),
    takesKey: true,
    reply: Prompt,
    status: 201,
  }),
  read: route({
    method: 'GET',
    path: '/api/prompts/:promptId',
    access: 'admin',
    summary: 'Read a prompt',
    params,
    reply: Prompt,
  }),
  update: route({
    method: 'PUT',
    path: '/api/prompts/:promptId',
    access: 'admin',
    summary: 'Change the title or the text of a prompt; absent fields stay',
    params,
    body: z.strictObject({ title: title.optional(), prompt: text.optional() }),
    reply: Prompt,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/prompts/:promptId',
    access: 'admin',
    summary: "Delete a prompt; it is then no user's and no company's default any more",
    params,
    reply: Done,
  }),
  setDefault: route({
    method: 'PUT',
    path: '/api/prompts/:promptId/default',
    access: 'admin',
    summary: "Make a prompt one's own default or its company's, or cease to",
    params,
    body: z.strictObject({
      of: z.enum(DEFAULT_OF, `must be one of: ${DEFAULT_OF.join(', ')}`),
      isDefault: z.boolean(),
    }),
    reply: Prompt,
  }),
}
