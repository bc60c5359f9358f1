interface Edited<Item> {
  /** As it was when the user began. */
  readonly before: readonly Item[]
  /** As the user leaves it. */
  readonly mine: readonly Item[]
  /** As it is stored now. */
  readonly theirs: readonly Item[]
}

/** `theirs` with what the user has added and removed: what a colleague has changed meanwhile stays so. `keyOf` tells items apart. */
export function mergeLists<Item>({ before, mine, theirs }: Edited<Item>, keyOf: (item: Item) => unknown): Item[] {
  const within = (items: readonly Item[]) => {
    const keys = new Set(items.map(keyOf))
    return (item: Item): boolean => keys.has(keyOf(item))
  }
  const [wasThere, isWanted, isStored] = [within(before), within(mine), within(theirs)] as const
  return [
    ...theirs.filter((item) => isWanted(item) || !wasThere(item)),
    ...mine.filter((item) => !wasThere(item) && !isStored(item)),
  ]
}
