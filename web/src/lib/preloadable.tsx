/**
 * A component in a file of its own that can be fetched before it is opened. Unlike one made by `lazy` it never suspends: React
 * delays a part that has suspended by up to 300 ms, even when its file has arrived.
 */
import {
  type ComponentType,
  type MemoExoticComponent,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useState,
} from 'react'
import { runWhenIdle } from './idle.ts'

type Preloadable<Props extends object> = MemoExoticComponent<(props: Props) => ReactNode> & {
  /** Fetches the file once. A failure is shown when the component is drawn, which tries again. */
  readonly preload: () => void
}

interface PartFile<Props> {
  loaded: ComponentType<Props> | null
  /** Once for all who ask; again after a failure. */
  readonly fetch: () => Promise<void>
}

/** `whileLoading` replaces a component while its file loads. It is not drawn anew for the same properties. */
export function makePreloadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  whileLoading: ReactNode = null,
): Preloadable<Props> {
  let loading: Promise<void> | null = null
  const file: PartFile<Props> = {
    loaded: null,
    fetch: () => {
      loading ??= load().then(
        (component) => {
          file.loaded = component
        },
        (error: unknown) => {
          loading = null
          throw error
        },
      )
      return loading
    },
  }
  const draw = (props: Props): ReactNode => <Part file={file} props={props} whileLoading={whileLoading} />
  return Object.assign(memo(draw), { preload: () => void file.fetch().catch(() => undefined) })
}

interface PartProps<Props extends object> {
  readonly file: PartFile<Props>
  readonly props: Props
  readonly whileLoading: ReactNode
}

function Part<Props extends object>({ file, props, whileLoading }: PartProps<Props>): ReactNode {
  const [outcome, setOutcome] = useState<{ readonly error?: unknown }>()
  const Loaded = file.loaded
  useEffect(() => {
    // Not `file.loaded`: a file that arrived after this was drawn has triggered no update.
    if (Loaded) return
    let isDrawn = true
    const show = (next: { error?: unknown }): void => {
      // In short steps, between which the page answers.
      if (isDrawn) startTransition(() => setOutcome(next))
    }
    file.fetch().then(
      () => show({}),
      (error: unknown) => show({ error }),
    )
    return () => {
      isDrawn = false
    }
  }, [file, Loaded])
  if (Loaded) return <Loaded {...props} />
  // To the nearest error boundary, like a part that fails while it is drawn.
  if (outcome && 'error' in outcome) throw outcome.error
  return whileLoading
}

const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Fetches what this page may open after the first movement of the pointer, touch or key: one part in each quiet moment, so that
 * no press waits for it.
 */
export function usePreload(...parts: readonly { readonly preload: () => void }[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parts of a page are constants of its module
  useEffect(() => {
    const controller = new AbortController()
    let callOff: (() => void) | undefined
    const preloadFrom = (index: number): void => {
      callOff = runWhenIdle(() => {
        parts[index]?.preload()
        if (index + 1 < parts.length) preloadFrom(index + 1)
      })
    }
    const start = (): void => {
      controller.abort()
      preloadFrom(0)
    }
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, start, { signal: controller.signal, passive: true })
    return () => {
      controller.abort()
      callOff?.()
    }
  }, [])
}
