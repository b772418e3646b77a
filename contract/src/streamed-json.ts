/** A JSON object that is sent while it is read: each field is a value, or a list as pages of records. */
export type StreamedJson<T> = {
  [Name in keyof T]: T[Name] | (T[Name] extends readonly (infer R)[] ? AsyncIterable<R[]> : never)
}
