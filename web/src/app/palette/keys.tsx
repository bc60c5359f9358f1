/** Keys as they are printed on a keyboard. On a Mac, Ctrl is shown as Cmd. */

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {keys.map((key) => (
        <kbd key={key} className="kbd">
          {key === 'Ctrl' && isMac ? '⌘' : key}
        </kbd>
      ))}
    </span>
  )
}
