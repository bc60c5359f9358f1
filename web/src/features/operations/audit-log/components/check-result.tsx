/** Whether the log is as it was written, in words; and the seal by which that can be proved later. */
import { ShieldCheck, TriangleAlert } from 'lucide-react'
import { formatWhole } from '#lib/format.ts'
import type { AuditCheck } from '../queries.ts'
import { texts } from '../texts/log.ts'

const NAMED_MAX = 10

export function CheckResult({ check }: { readonly check: AuditCheck }) {
  const { entries, lastHash, problems, problemCount } = check
  const holds = problemCount === 0
  const Icon = holds ? ShieldCheck : TriangleAlert
  return (
    <div role="status" className="flex gap-2.5 border-b border-line px-4 py-3 text-label desk:px-5">
      <Icon className={`mt-0.5 flex-none ${holds ? 'text-good' : 'text-bad'}`} />
      <div className="min-w-0">
        <p>{holds ? texts.holds(formatWhole(entries), entries) : texts.broken(problemCount)}</p>
        {holds ? null : (
          <ul className="mt-1 text-note text-bad">
            {problems.slice(0, NAMED_MAX).map(({ number, kind }) => (
              <li key={`${number} ${kind}`}>{texts.problem(number, kind)}</li>
            ))}
          </ul>
        )}
        {holds && entries > 0 ? (
          <p className="mt-0.5 text-note text-ink-3">
            {texts.lastSeal} <code className="block font-mono break-all text-ink-2">{`${entries}:${lastHash}`}</code>
          </p>
        ) : null}
      </div>
    </div>
  )
}
