import './toast-region.css'
import { Check, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useState } from 'react'
import { usePageMark } from '#lib/page-marks.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import type { ShownToast } from './toast-store.ts'

const DURATION_MS = 5_000 // spec §9
const SWIPE_PX = 50 // spec §9
const ICONS = { default: Check, notice: Info, destructive: TriangleAlert }

/** Where toasts appear. F8 moves the focus here; the time stops under the pointer and while focused. */
export function ToastRegion({ toast }: { readonly toast: ShownToast | null }) {
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_PX}>
      {toast ? <OneToast key={toast.id} {...toast} /> : null}
      <Radix.Viewport className="toasts" hotkey={['F8']} />
    </Radix.Provider>
  )
}

function OneToast({ title, description, tone = 'default', action }: ShownToast) {
  const [open, setOpen] = useState(true)
  const [paused, setPaused] = useState(false)
  usePageMark('toast', open)
  const Icon = ICONS[tone]
  return (
    <Radix.Root
      className="toast"
      open={open}
      onOpenChange={setOpen}
      onPause={() => setPaused(true)}
      onResume={() => setPaused(false)}
      data-tone={tone}
      data-paused={paused ? '' : undefined}
      type={tone === 'destructive' ? 'foreground' : 'background'}
    >
      <Icon />
      <Radix.Title className="toast-title">{title}</Radix.Title>
      <Radix.Close asChild>
        <IconButton label="Close" icon={<X />} size="small" />
      </Radix.Close>
      {description ? <Radix.Description className="toast-text">{description}</Radix.Description> : null}
      {action ? (
        <Radix.Action asChild altText={action.label}>
          <Button className="toast-action" size="small" onClick={action.onAction}>
            {action.label}
          </Button>
        </Radix.Action>
      ) : null}
      <i className="toast-time" />
    </Radix.Root>
  )
}
