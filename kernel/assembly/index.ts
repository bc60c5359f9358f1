/**
 * The kernel in AssemblyScript: what runs once for every pixel. It keeps nothing: every function is told the addresses it
 * reads and writes, all given out by `../src/memory.ts`. Nothing here checks them.
 */
export { blend, blendCaption, copyColumns } from './blending.ts'
export { draw } from './drawing.ts'
export { planesOf } from './planes.ts'
export { rgbaOf } from './rgba.ts'
export { columnsOf, rowsOf } from './tables.ts'
