/** The address of a link that was just made: it is shown once. */
import { formatExactMoment } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import type { ApprovalRequest } from '../queries.ts'
import { texts } from '../texts.ts'

export function MadeLink({ request, url, onClose }: { request: ApprovalRequest; url: string; onClose: () => void }) {
  return (
    <Dialog
      isShownOnce
      onClose={onClose}
      title={request.mail ? texts.made.mailed(request.mail.address) : texts.made.title}
      description={request.mail ? texts.made.mailedOnce : texts.made.once}
      footer={
        <Button variant="primary" onClick={onClose}>
          {texts.made.close}
        </Button>
      }
    >
      <CodeBlock
        label={texts.made.address}
        text={url}
        wraps
        copyLabel={texts.made.copy}
        copiedText={texts.made.copied}
        copyFailed={texts.made.copyFailed}
      />
      <p className="mt-3 text-note text-ink-2">
        {texts.made.until(formatExactMoment(request.expiresAt))} {request.hasPassword ? texts.made.password : null}
      </p>
      <OutsideLink className="mt-2 gap-1.5" href={url}>
        {texts.made.open}
      </OutsideLink>
    </Dialog>
  )
}
