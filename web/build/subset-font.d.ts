/** The part of the subset-font package that we use; it brings no types of its own. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: 'woff2'
      readonly keepFeatures: readonly string[]
      readonly variationAxes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
      readonly noHinting: boolean
    },
  ): Promise<Uint8Array>
}
