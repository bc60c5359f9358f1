/**
 * The kernel in AssemblyScript: what runs once for every pixel. It keeps nothing: every function gets the addresses it
 * reads and writes, all given out by `../src/memory.ts`. Nothing here checks them.
 */
export { blendCaption, copyColumns } from './blending'
export { draw } from './drawing'
export { planesOf } from './planes'
export { rgbaOf } from './rgba'
export { columnsOf, rowsOf } from './tables'
