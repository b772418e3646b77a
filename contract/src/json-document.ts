/** An object that is sent as it is read: each of its fields whole, or a list's records by the page. */
export type JsonDocument<T> = {
  [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer R)[] ? AsyncIterable<R[]> : never)
}
