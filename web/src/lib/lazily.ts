/** What is made at its first use. A format of `Intl` takes over a millisecond to make, and few pages need all of them. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
