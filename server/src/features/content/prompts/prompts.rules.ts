/** Pure decisions on prompts: which fields a search reads, what clients see, and what the audit log records. */
import type { Prompt } from '@tangelo/contract'
import type { DefaultOf } from '@tangelo/contract/limits'
import { type AuditDetails, differences, type NewAuditEntry } from '#features/core/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { PromptRow } from './prompts.store.ts'

export const searchTextOf = (title: string, prompt: string): string => `${title}\n${prompt}`.toLowerCase()

/** `own`: the user's default, which precedes the company's; null where none exists any more. */
export function asPrompt(row: PromptRow, own: string | null): Prompt {
  const isCompanyDefault = row.company_default_id === row.id
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    title: row.title,
    prompt: row.prompt,
    createdTime: momentToText(row.created_at),
    imageUrl: row.image_url,
    isDefault: own === null ? isCompanyDefault : own === row.id,
    isOwnDefault: own === row.id,
    isCompanyDefault,
  }
}

type Known = Pick<PromptRow, 'id' | 'company_id' | 'title'>

export const promptAct = (
  act: 'prompt.made' | 'prompt.deleted',
  { id, company_id: companyId, title }: Known,
): NewAuditEntry => ({ act, object: { kind: 'prompt', id, name: title }, companyId })

/** Null when nothing has changed. */
export function promptChanged(before: PromptRow, after: { title: string; prompt: string }): NewAuditEntry | null {
  const details: AuditDetails = {
    ...differences({ title: before.title }, { title: after.title }),
    ...(before.prompt !== after.prompt && { newText: true }),
  }
  if (Object.keys(details).length === 0) return null
  return { ...promptAct('prompt.made', before), act: 'prompt.changed', details }
}

export const defaultAct = (prompt: Known, { of, isDefault }: { of: DefaultOf; isDefault: boolean }): NewAuditEntry => ({
  ...promptAct('prompt.made', prompt),
  act: isDefault ? 'prompt.made-default' : 'prompt.default-cleared',
  details: { of },
})
