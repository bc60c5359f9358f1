/** Who writes texts here, and what is left of today. Quiet; while it is not known only its room is kept. */
import { useQuery } from '@tanstack/react-query'
import { formatWhole } from '#lib/format.ts'
import { provider } from '../queries/library.ts'
import { texts } from '../texts.ts'

export function ProviderLine() {
  const { data, isPending } = useQuery(provider())
  if (isPending) return <div className="h-8 max-broad:w-full" />
  if (!data) return null
  const { title, model, callsToday, callsPerDay, tokensToday } = data
  return (
    <p className="text-caption text-ink-3 max-broad:w-full broad:text-right">
      <span className="text-ink-2">{texts.provider.with(title, model)}</span>
      <br />
      {texts.provider.today(formatWhole(callsToday), formatWhole(callsPerDay))}
      {tokensToday > 0 ? ` · ${texts.provider.tokens(formatWhole(tokensToday))}` : null}
    </p>
  )
}
