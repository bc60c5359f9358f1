import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A part that is fetched after the page, and left out when it cannot be fetched: everything else works without it. */
export function lazyExtra<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
}
