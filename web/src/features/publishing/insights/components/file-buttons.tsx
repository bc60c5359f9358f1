/** Every reading of days and of posts, as files for spreadsheets. */
import { INSIGHT_EXPORTS } from '@tangelo/contract/limits'
import { Download } from 'lucide-react'
import { saveFile } from '#lib/save-file.ts'
import { Button } from '#ui/button.tsx'
import { showFailure } from '#ui/toast.tsx'
import { useInsightsFile } from '../queries/insights.ts'
import { texts } from '../texts/account.ts'

const words = texts.files

export function FileButtons({ accountId }: { readonly accountId: number }) {
  const file = useInsightsFile(accountId)
  const running = file.isPending ? file.variables : undefined
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {INSIGHT_EXPORTS.map((what) => (
        <Button
          key={what}
          size="small"
          icon={<Download />}
          busy={running === what}
          disabled={running !== undefined && running !== what}
          onClick={() =>
            file.mutate(what, {
              onSuccess: (bytes) => saveFile(bytes, `insights-${what}-${accountId}.csv`),
              onError: ({ message }) => showFailure(words.failed, message),
            })
          }
        >
          {words[what]}
        </Button>
      ))}
    </div>
  )
}
