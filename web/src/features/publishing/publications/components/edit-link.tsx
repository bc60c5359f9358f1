/** Leads to the form of a post: back to it where it is open below, to its address elsewhere. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface EditLinkProps {
  readonly postId: string
  readonly className: string
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

export function EditLink({ postId, className, onEdit, onClose, children }: EditLinkProps) {
  if (onEdit)
    return (
      <button type="button" className={className} onClick={onEdit}>
        {children}
      </button>
    )
  return (
    <Link to="/planning" search={{ post: postId }} className={className} onClick={onClose}>
      {children}
    </Link>
  )
}
