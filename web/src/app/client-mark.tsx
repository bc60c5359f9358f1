import { Layers2 } from 'lucide-react'

/** Two letters in an outlined square: clients differ from accounts, whose squares are filled. */
export function ClientMark({ name }: { readonly name: string }) {
  const [first = '', second = ''] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return (
    <i className="client-mark" aria-hidden="true">
      {(second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)).toUpperCase()}
    </i>
  )
}

export function AllClientsMark() {
  return (
    <i className="client-mark" aria-hidden="true">
      <Layers2 />
    </i>
  )
}
