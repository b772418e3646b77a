const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** The three numbers of a version such as `1.10.0`; null if the text is none. */
export function parseVersion(text: string): number[] | null {
  return VERSION.exec(text)?.slice(1).map(Number) ?? null
}

/** Whether a version comes after another one: 1.10.0 after 1.9.3. */
export function isGreater(version: number[], other: number[]): boolean {
  const index = version.findIndex((number, index) => number !== other[index])
  return index >= 0 && (version[index] ?? 0) > (other[index] ?? 0)
}
