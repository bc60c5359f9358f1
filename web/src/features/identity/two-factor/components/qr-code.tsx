import encodeQR from 'qr'
import { useMemo } from 'react'
import { pathOf } from '../rules.ts'

const BORDER = 4

/** A picture that apps read. Dark on white in every theme: many cameras see nothing in the reverse. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const squares = useMemo(() => encodeQR(text, 'raw', { ecc: 'medium', border: BORDER }), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${squares.length} ${squares.length}`}
      shapeRendering="crispEdges"
      className="w-52 border border-line rounded-control"
    >
      <rect width={squares.length} height={squares.length} fill="#fff" />
      <path d={pathOf(squares)} fill="#000" />
    </svg>
  )
}
