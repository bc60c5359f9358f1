/** How the test of a connection went. */
import { formatWhole } from '#lib/format.ts'
import type { useTestConnection } from '../queries.ts'
import { texts } from '../texts/services.ts'

export function TestResult({ test }: { test: ReturnType<typeof useTestConnection> }) {
  if (test.isPending) return <span className="text-ink-2">{texts.seconds}</span>
  if (test.error) {
    return (
      <span className="text-bad">
        {texts.testFailed}: {test.error.message}
      </span>
    )
  }
  if (!test.data) return null
  if (test.data.state === 'failing') return <span className="text-bad">{texts.didNotAnswer}</span>
  const { account } = test.data
  return (
    <>
      <span className="text-good">{texts.answered}</span>
      {account ? (
        <span className="block text-ink-2">
          {account.followers === null
            ? texts.notReadAccount(account.username, account.message ?? '')
            : texts.readAccount(account.username, formatWhole(account.followers))}
        </span>
      ) : null}
    </>
  )
}
