/** The fields of a form that differ from what is stored: what a person left alone stays as others make it meanwhile. */
export function pickChanged<Fields extends object>(
  stored: { readonly [Field in keyof Fields]: unknown },
  now: Fields,
): Partial<Fields> {
  const changed: Partial<Fields> = {}
  for (const field in now) if (now[field] !== stored[field]) changed[field] = now[field]
  return changed
}
