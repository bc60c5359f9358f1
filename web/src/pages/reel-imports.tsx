/** Google Drive Imports: the connection, the folders that can become reels, and the selected one, which is in the URL. */
import type { DriveStatus, ReelFolder } from '@tangelo/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Link2, RefreshCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import {
  ConnectCard,
  driveStatus,
  FolderList,
  FolderPreview,
  importFailureText as failureText,
  ImportDialog,
  refreshDrive,
  importTexts as texts,
  useReadAgain,
  useReconnect,
} from '#features/drive/index.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'

const route = getRouteApi('/reel-imports')

export function ReelImportsPage() {
  const { folder: folderId = null } = route.useSearch()
  const client = useQueryClient()
  const status = useQuery(driveStatus())
  const [chosen, setChosen] = useState<ReelFolder | null>(null)
  const handleLost = useCallback(() => void client.invalidateQueries({ queryKey: driveStatus().queryKey }), [client])
  useComingBack()
  const isConnected = status.data?.authenticated === true
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 desk:flex-1">
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        <Actions isConnected={isConnected} />
      </div>
      {status.isPending ? <Looking /> : null}
      {status.error && !status.data ? (
        <Panel className="mt-6">
          <QueryFailed title={texts.status.failed} cause={failureText(status.error)} query={status} />
        </Panel>
      ) : null}
      {status.data && !isConnected ? <ConnectCard message={status.data.message} /> : null}
      {status.data && isConnected ? (
        <>
          <Connected status={status.data} />
          <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6 broad:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] broad:items-start">
            <FolderList selectedId={folderId} path={status.data.path} onLost={handleLost} />
            <FolderPreview folderId={folderId} onImport={setChosen} />
          </div>
        </>
      ) : null}
      {chosen ? (
        // An import goes on when its dialog is closed: by its end that of another folder may be open.
        <ImportDialog folder={chosen} onClose={() => setChosen((now) => (now === chosen ? null : now))} />
      ) : null}
    </>
  )
}

/** The result of a return from the provider's page is shown once, as text, and leaves the URL. */
function useComingBack(): void {
  const { error, success } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    if (error === undefined && success === undefined) return
    if (error !== undefined) showFailure(texts.toasts.connectFailed, error)
    else toast({ title: texts.toasts.connected, description: texts.toasts.connectedDescription })
    void navigate({ search: ({ folder }) => (folder === undefined ? {} : { folder }), replace: true })
    void refreshDrive(client)
  }, [error, success, navigate, client])
}

function Actions({ isConnected }: { isConnected: boolean }) {
  const again = useReadAgain()
  const reconnect = useReconnect()
  const start = async (): Promise<void> => {
    try {
      // D30: cleared first, then asked to connect again; a folder on the server stays connected.
      const isStillConnected = await reconnect.mutateAsync()
      toast(
        isStillConnected
          ? { title: texts.toasts.readAgain, description: texts.toasts.readAgainDescription, tone: 'notice' }
          : { title: texts.toasts.reauthorize, description: texts.toasts.reauthorizeDescription, tone: 'notice' },
      )
    } catch {
      const { reauthorizeFailed: title, reauthorizeFailedDescription: description } = texts.toasts
      showFailure(title, description)
    }
  }
  return (
    <div className="flex flex-wrap gap-3 max-desk:w-full">
      {isConnected ? (
        <Button
          className="max-desk:flex-1"
          icon={<RefreshCw />}
          busy={again.isPending}
          busyLabel={texts.refreshing}
          onClick={() => again.mutate()}
        >
          {texts.refresh}
        </Button>
      ) : null}
      <Button
        className="max-desk:flex-1"
        icon={<Link2 />}
        busy={reconnect.isPending}
        busyLabel={texts.reconnecting}
        onClick={() => void start()}
      >
        {texts.reconnect}
      </Button>
    </div>
  )
}

function Connected({ status: { owner, path } }: { status: DriveStatus }) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-label">
      <Badge tone="good">{texts.status.badge}</Badge>
      <span>{texts.status.connected}</span>
      {owner === null ? null : <span className="text-ink-3">{texts.status.owner(owner)}</span>}
      {path === null ? null : (
        <span className="min-w-0 text-ink-3">
          {texts.status.folder}{' '}
          <code className="text-caption max-w-full py-0.5 px-1.5 rounded-badge bg-sunken font-mono text-ink-2 wrap-anywhere">
            {path}
          </code>
        </span>
      )}
    </p>
  )
}

function Looking() {
  const late = useDelayed(true)
  return (
    <p className="mt-4 flex h-5 items-center gap-2 text-label text-ink-3" role="status">
      {late ? (
        <>
          <Wheel spinning /> {texts.status.loading}
        </>
      ) : null}
    </p>
  )
}
