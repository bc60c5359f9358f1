/** How the tables that `./tables` makes and `./drawing` reads lie in memory. */

/**
 * Eight samples of a row: where they begin in the source, where they go in bytes of the ring (i32 each); at 16 the shuffle
 * that picks the first neighbour of each, at 32 four times eight weights (i16).
 */
export const GROUP_BYTES: usize = 96
/** One row: the first of its four source rows (i32), then four weights (i16). */
export const ROW_BYTES: usize = 12
