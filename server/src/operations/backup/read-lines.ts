import { StringDecoder } from 'node:string_decoder'

/** Lines as PostgreSQL ends them, with a line feed and nothing else: a text may hold other line separators. */
export async function* readLines(stream: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of stream) {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    begun += first
    for (const other of others) {
      yield begun
      begun = other
    }
  }
  if (begun !== '') yield begun
}
