/** The post that is open over the planning page, with its publications and its approval. */
import { ItemPublications, PostApproval, PostDialog } from './planning-parts.tsx'

interface OpenPostProps {
  readonly postId: string
  readonly onClose: () => void
}

export function OpenPost({ postId, onClose }: OpenPostProps) {
  return (
    <PostDialog
      postId={postId}
      renderMore={(shown, form) => (
        <>
          <ItemPublications post={shown} form={form} />
          <PostApproval post={shown} isEdited={form.isEdited} />
        </>
      )}
      onClose={onClose}
    />
  )
}
