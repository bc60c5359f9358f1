/** The drive is not connected: why it has to be, what is asked for, and the way to the page on which it is allowed. */
import './drive-imports.css'
import { useQuery } from '@tanstack/react-query'
import { FolderInput, TriangleAlert } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { driveAddress } from '../queries.ts'
import { texts } from '../texts.ts'

/** `message`: why it has to be connected again. */
export function ConnectCard({ message }: { readonly message: string | null }) {
  const { data, error, isFetching, refetch } = useQuery(driveAddress())
  return (
    <Panel className="mt-6 grid max-w-140 justify-items-start gap-2.5 p-7" aria-labelledby="connect-heading">
      <span
        className="size-10 grid place-items-center mb-1 rounded-panel bg-sunken text-ink-2 [&>.lucide]:size-5"
        aria-hidden="true"
      >
        <FolderInput />
      </span>
      <h2 id="connect-heading" className="text-section">
        {texts.connect.title}
      </h2>
      {message ? (
        <p
          className="flex max-w-[60ch] items-start gap-2 rounded-control bg-amber-wash px-3 py-2 text-body"
          role="status"
        >
          <TriangleAlert className="mt-0.5 text-amber" aria-hidden="true" /> {message}
        </p>
      ) : null}
      <p className="max-w-[60ch] text-body">{texts.connect.explanation}</p>
      <p className="max-w-[60ch] text-label text-ink-3">{texts.connect.scope}</p>
      {error && !data ? (
        <p className="flex max-w-[60ch] flex-wrap items-center gap-2 text-label text-bad" role="alert">
          {texts.connect.failed} {error.message}
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {texts.connect.tryAgain}
          </Button>
        </p>
      ) : data ? (
        <a className="button mt-2" data-variant="primary" href={data.url}>
          {texts.connect.button}
        </a>
      ) : (
        <Button variant="primary" className="mt-2" disabled>
          {texts.connect.loading}
        </Button>
      )}
    </Panel>
  )
}
