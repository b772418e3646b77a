import { StringDecoder } from 'node:string_decoder'

/** Splits at line feeds only, as PostgreSQL does: values may contain other line separators. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  let partial = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    partial += first
    for (const other of others) {
      yield partial
      partial = other
    }
  }
  if (partial !== '') yield partial
}
