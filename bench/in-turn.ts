/** Returns the values in turn, again and again. */
export function inTurn<T>(values: readonly T[]): () => T {
  let nth = 0
  return () => values[nth++ % values.length] as T
}
