/** The letters of a client in an outlined square. People are round, accounts are filled. */
export function ClientMark({ name }: { readonly name: string }) {
  return (
    <span
      className="grid size-5 flex-none place-items-center rounded-control bg-surface text-[9px] font-semibold text-ink-2 border border-line-2"
      aria-hidden="true"
    >
      {lettersOf(name)}
    </span>
  )
}

function lettersOf(name: string): string {
  const [first = '', second] = name.split(/[\s._-]+/).filter((word) => word !== '')
  return (second ? `${first[0]}${second[0]}` : first.slice(0, 2)).toUpperCase()
}
