import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Names what is sent by what is in it; weak, as it is the same however that is packed. */
export const entityTagOf = (content: string): string =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`

/** Whether the caller has what is named so already, and asked to be sent something else only. */
export const matchesEntityTag = ({ headers }: FastifyRequest, tag: string): boolean =>
  headers['if-none-match']?.split(',').some(known => known.trim() === tag) ?? false
