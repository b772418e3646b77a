import type { Agent, AgentOptions, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { nodeHttp } from '../../config/node-http.ts'
import { PrivateAddress } from './public-lookup.ts'

type ServiceCall = {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  agent: Agent
  body: Uint8Array | string | null
  /** For everything, from looking up the name to the end of the reply. */
  timeoutMs: number
  /** The rest of a longer reply is not read; 0: nothing is read. */
  maxReplyBytes: number
}

export type ServiceReply = { status: number; headers: IncomingHttpHeaders; text: string }

/** The connections to services of others, by protocol. */
export const createAgents = (options: AgentOptions) => ({
  'http:': new nodeHttp.Agent(options),
  'https:': new https.Agent(options),
})

/**
 * Calls a service of others. Redirects are not followed.
 * @throws if it cannot be reached or does not answer in time; see `reasonOf`
 */
export const callService = (url: URL, call: ServiceCall): Promise<ServiceReply> =>
  new Promise((resolve, reject) => {
    const { method, headers, agent, body, timeoutMs, maxReplyBytes } = call
    const { request } = url.protocol === 'http:' ? nodeHttp : https
    const signal = AbortSignal.timeout(timeoutMs)
    let isAnswered = false
    const req = request(url, { method, headers: { ...headers }, agent, signal }, async reply => {
      isAnswered = true
      const { statusCode: status = 0, headers } = reply
      if (maxReplyBytes === 0) reply.resume().on('error', () => {})
      resolve({ status, headers, text: maxReplyBytes === 0 ? '' : await readStart(reply, maxReplyBytes) })
    })
    req.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return
      // The service has closed an idle connection at this moment. It has not read the call.
      if (req.reusedSocket && error.code === 'ECONNRESET') resolve(callService(url, call))
      else reject(error)
    })
    // Without a reply and without an error: the service has switched protocols (101), and the connection is closed.
    req.on('close', () => {
      if (!isAnswered) reject(new Error('the connection was closed without a reply'))
    })
    if (body === null) req.end()
    else req.end(body)
  })

/** The text that has arrived when the reply ends, breaks off or is long enough: whoever answers with a status has decided. */
async function readStart(reply: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of reply) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {}
  return Buffer.concat(chunks).subarray(0, maxBytes).toString()
}

const NO_CONNECTION = ['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']

/** Whether a call failed before there was a connection, so that the service cannot have read it. */
export const isUnconnected = (error: unknown): boolean =>
  error instanceof PrivateAddress || NO_CONNECTION.includes((error as NodeJS.ErrnoException).code ?? '')

/**
 * Why a service could not be called: a code such as ECONNREFUSED, or a message. Neither contains the path and the query of
 * its URL, which may be secret.
 * @param who the subject of the sentence, such as `the push service`
 */
export function reasonOf(error: unknown, who: string): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError') return `${who} did not answer in time`
  return (error as NodeJS.ErrnoException).code ?? error.message
}
