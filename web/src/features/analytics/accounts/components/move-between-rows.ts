/** Up and Down move between the links of neighbouring rows to their accounts; Home, End and the page keys scroll as everywhere. */
export function moveBetweenRows(event: { key: string; target: EventTarget; preventDefault: () => void }): void {
  const step =
    event.key === 'ArrowDown' ? 'nextElementSibling' : event.key === 'ArrowUp' ? 'previousElementSibling' : null
  if (!step || !(event.target instanceof HTMLAnchorElement)) return
  const neighbour = event.target.closest('[data-row]')?.[step]
  const link = neighbour?.querySelector<HTMLAnchorElement>('a[href^="/account/"]')
  if (!link) return
  event.preventDefault()
  link.focus()
}
