/** The page does not scroll below what stands over it. */
let locks = 0

export const widthOfScrollbar = (): number => window.innerWidth - document.documentElement.clientWidth

/** Until the last of those who locked it unlocks it. The place of the scrollbar stays empty. */
export function lockScroll(scrollbar: number): () => void {
  const { style } = document.body
  if (locks === 0) {
    style.overflow = 'hidden'
    style.overscrollBehavior = 'contain'
    if (scrollbar > 0) style.marginRight = `${scrollbar}px`
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    style.overflow = ''
    style.overscrollBehavior = ''
    style.marginRight = ''
  }
}
