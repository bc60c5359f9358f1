/** Leads to the form of a post: back to it where it is open below, to its address elsewhere. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface EditLinkProps {
  readonly postId: string
  readonly className: string
  readonly 'data-size'?: 'small'
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
  readonly children: ReactNode
}

export function EditLink({ postId, onEdit, onClose, children, ...look }: EditLinkProps) {
  if (onEdit)
    return (
      <button type="button" {...look} onClick={onEdit}>
        {children}
      </button>
    )
  return (
    <Link to="/planning" search={{ post: postId }} {...look} onClick={onClose}>
      {children}
    </Link>
  )
}
