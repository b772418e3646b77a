import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { ORIGIN } from '../../../testing/person.ts'
import { startTestApp } from '../../../testing/test-app.ts'

const bank = await startTestApp()
await bank.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = bank.app.server.address() as AddressInfo
const rima = await bank.signedInAs()

/** Sends 128 kB of a longer body, waits for the reply, and goes on until it is disconnected. @returns the status */
async function startSending(length: string) {
  const client = connect(port, '127.0.0.1')
  await once(client, 'connect')
  const headers = [
    'POST /api/blood-requests HTTP/1.1',
    'Host: localhost',
    `Origin: ${ORIGIN}`,
    `Cookie: ${rima.cookie}`,
    'Content-Type: application/json',
    length,
  ]
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  client.write(`${headers.join('\r\n')}\r\n\r\n${chunk}${chunk}`)
  const [reply] = await once(client, 'data')
  const closed = new Promise(resolve => client.on('error', () => {}).once('close', resolve))
  const timer = setInterval(() => client.write(chunk), 10)
  await closed.finally(() => clearInterval(timer))
  return Number(String(reply).split(' ', 2)[1])
}

test.each([
  ['declared', 'Content-Length: 52428800'],
  ['not declared', 'Transfer-Encoding: chunked'],
])(
  'a large body whose length is %s is refused before all of it has arrived, and its sender disconnected',
  async (_, length) => {
    expect(await startSending(length)).toBe(413)
  },
)
