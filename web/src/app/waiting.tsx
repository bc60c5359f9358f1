import { useDelayed } from '#ui/skeleton.tsx'
import { Wheel } from '#ui/wheel.tsx'

/** Something is on its way. The text is there at once, for readers; it is drawn when it takes longer than a blink. */
export function Waiting({ text }: { readonly text: string }) {
  const late = useDelayed(true)
  return (
    <div className={`waiting ${late ? '' : 'opacity-0'}`} role="status">
      <Wheel spinning />
      {text}
    </div>
  )
}
