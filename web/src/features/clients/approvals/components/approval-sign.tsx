/** How the approval of a post stands, in a word; whose it is, in its name. */
import { Badge } from '#ui/badge.tsx'
import type { PostApproval } from '../queries.ts'
import { sentenceOf, TONES } from '../rules.ts'

export function ApprovalSign({
  approval,
}: {
  readonly approval: Pick<PostApproval, 'state' | 'answer' | 'clientName'>
}) {
  return <Badge tone={TONES[approval.state]}>{sentenceOf(approval)}</Badge>
}
