/** Room in a table for rows that are not in the page. */
export function SpacerRow({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can be focused, it only holds the scrolling height
    <tr aria-hidden="true" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  ) : null
}
