import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Serves on a free port of this machine, reports it to the parent process, and ends with that. */
export async function listenForParent(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  process.on('disconnect', () => process.exit())
  process.send?.({ url: `http://127.0.0.1:${port}` })
}
