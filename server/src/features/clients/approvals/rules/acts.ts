/** What open screens and the audit log learn of requests and their answers. Pure. */
import type { Actor, NewAuditEntry } from '#features/core/index.ts'
import { truncate } from '#platform/truncate.ts'
import type { DecisionRow, RequestRow } from '../approvals.store.ts'

export const approvalsChanged = (companyId: number) => ({ companyId, kind: 'approvals-changed' }) as const

/** For open screens, and for rules of alerts. */
export const approvalAnswered = ({ company_id, name, answer }: DecisionRow, caption: string | null) => {
  const post = truncate(caption) ?? 'a post'
  const message = answer === 'approved' ? `${name} approved: ${post}` : `${name} asked for changes: ${post}`
  return { companyId: company_id, kind: 'approval-answered', message } as const
}

/** A client: known by a name that they typed. */
export const clientActor = (name: string): Actor => ({ userId: null, username: name, address: null, via: 'link' })

export const requestAct = (
  act: 'approval.requested' | 'approval.withdrawn',
  row: Pick<RequestRow, 'id' | 'company_id' | 'client_name'>,
  items: number,
): NewAuditEntry => ({
  act,
  object: { kind: 'approval', id: row.id, name: row.client_name },
  companyId: row.company_id,
  details: { items },
})

export const answerAct = (row: DecisionRow, caption: string | null): NewAuditEntry => ({
  act: 'approval.answered',
  object: { kind: 'post', id: row.item_id, name: truncate(caption) },
  companyId: row.company_id,
  details: { answer: row.answer, request: row.request_id, content: row.content_hash },
})
